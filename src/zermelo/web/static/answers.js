// What the studio's server answers, and what pages ask for: types only, which nothing loads. tests/web/test_answers.py compares
// them with what is answered.

/** @import { PlayerData } from "/player.js" */

/**
 * A number as JSON has it.
 * @typedef {number | "inf" | "-inf"} Value
 */

/**
 * A board as it is drawn.
 * @typedef {object} BoardView
 * @property {string} svg  empty where there is no picture
 * @property {string} turned  as it is seen by the player above; empty where the board has no sides
 * @property {number | null} below  the player who sits below it; null where the board has no sides
 * @property {string} text
 * @property {string[]} labels  what a reader of the screen says of each square
 * @property {string[]} pieces  what stands on each square, wherever that is; empty for nothing
 * @property {number[]} last  the squares of the last action, in the order in which it touched them
 * @property {number} columns
 * @property {string} look
 * @property {string} news
 * @property {string[]} colours  the class of each player's pieces
 */

/**
 * What may be played, and where it is touched: each of its ways is a list of steps, each step one of squares.
 * @typedef {object} Action
 * @property {string} action  its number, which may be too great for a number of JavaScript
 * @property {string} name
 * @property {number[]} squares
 * @property {number[][][]} ways
 * @property {string} label  what its button says
 * @property {string} picture  of what is on its last square then, where several actions are touched alike; else empty
 */

/**
 * Who plays for a player.
 * @typedef {object} Seat
 * @property {"human" | "computer"} kind
 * @property {string} [player]
 * @property {string} [file]  of a player of the user's, by its name
 * @property {number} [level]
 * @property {number} [seconds]
 * @property {number} [depth]
 * @property {string} [evaluation]
 * @property {string} [name]
 */

/**
 * Somebody who can be seated.
 * @typedef {object} Choice
 * @property {string} key
 * @property {string} name
 * @property {string} group  the title under which it is offered
 * @property {boolean} searches  whether it can be given an evaluation
 * @property {Seat} seat
 */

/**
 * An action that was played; its name is null where it is not seen.
 * @typedef {object} Played
 * @property {number} player
 * @property {string | null} name
 * @property {number} number  that both players' moves share; 0 where plies are numbered
 */

/**
 * A line that was left: after how many plies, and how it goes on there.
 * @typedef {object} Branch
 * @property {number} number
 * @property {number} ply
 * @property {string[]} moves  the first of them
 * @property {boolean} more  whether others follow
 */

/**
 * A game in the list of those that were played.
 * @typedef {object} PlayedGame
 * @property {string} number
 * @property {string} game
 * @property {string} title  of the game
 * @property {string[]} players
 * @property {string} plies
 * @property {string} result
 * @property {number} saved  when its last move was made, in seconds since 1970
 */

/**
 * The last of them.
 * @typedef {object} PlayedGames
 * @property {PlayedGame[]} games
 * @property {boolean} more  whether there are others
 */

/**
 * A game under way, as it stands or as it stood after `ply` of its `plies`.
 * @typedef {object} View
 * @property {string} number
 * @property {string} game
 * @property {string} title  of the game, in the reader's language
 * @property {string} rules  in a few sentences; empty where there are no words for them
 * @property {number} edition
 * @property {number} ply
 * @property {number} plies
 * @property {string[]} players  their names, where they have some
 * @property {string[]} roles  by the names of the game, MAX and MIN, or by number
 * @property {{ name: string, label: string }[]} evaluations  of the game
 * @property {Seat[]} seats
 * @property {string[]} seated  the key of each seat
 * @property {Choice[]} choices
 * @property {"human" | "computer" | null} chance  who throws the dice
 * @property {boolean} hidden
 * @property {boolean} editable  whether its positions can be put together
 * @property {boolean} pgn  whether it can be written as PGN
 * @property {number | null} eyes  the player whose hand is shown
 * @property {number | null} mover
 * @property {boolean} computer  whether the computer is to move
 * @property {{ control: string, left: number[] } | null} clock  the seconds on the clocks when the turn began
 * @property {boolean} timed  whether it can be played by a clock
 * @property {number | null} back  the ply to which taking back leads
 * @property {number | null} on  the ply to which going on leads with what was taken back
 * @property {Branch[]} branches  the newest first
 * @property {boolean} over
 * @property {Value[] | null} utilities
 * @property {string} news
 * @property {boolean} covered  whether nothing is shown, as it is not known who looks
 * @property {BoardView} board
 * @property {Action[]} legal
 * @property {Played[]} moves
 * @property {string} position
 * @property {string} start
 */

/**
 * What a search has found.
 * @typedef {object} Found
 * @property {Value | Value[] | null} value  null where it is a mix
 * @property {string} told  the value in words, or the mix
 * @property {number | null} share  MAX's part of the bar
 * @property {boolean} proved
 * @property {boolean} estimated  by an evaluation, at the end of what the engine saw, or by simulations where something is hidden
 * @property {boolean} mixed  whether it is with what probability each action is to be played, where something is hidden
 * @property {boolean} known  whether a database or a book says so, and nothing was searched
 * @property {number} depth
 * @property {string[]} line
 * @property {number[]} squares
 * @property {string | null} action
 * @property {number} nodes
 * @property {number | null} speed
 * @property {boolean} cut_short
 */

/**
 * What the computer has played; what it thought of is null where it holds something hidden.
 * @typedef {object} Reply
 * @property {Found | null} found
 * @property {boolean} lower  whether it played at a lower level than it will, as the game is being compiled
 * @property {View} game
 */

/**
 * How far what is being compiled is: the part that is done, below 1, and about how many seconds are left, where that can be said.
 * @typedef {object} Progress
 * @property {number} share
 * @property {number | null} left
 */

/**
 * A position as it looks.
 * @typedef {object} Position
 * @property {BoardView} board
 * @property {Action[]} legal
 * @property {number | null} mover
 * @property {string[]} players
 * @property {Seat} usual  the computer against which people play unless they choose
 * @property {string} position
 */

/**
 * The board between two steps; null where it looks as before.
 * @typedef {object} Halfway
 * @property {BoardView | null} board
 */

/**
 * A game to begin.
 * @typedef {object} Begin
 * @property {string} game
 * @property {Seat[]} seats
 * @property {string | null} [position]
 * @property {string[]} [moves]
 * @property {string} [pgn]  as which it is loaded, with its moves and the position
 * @property {"human" | "computer"} [chance]
 * @property {string} [seed]
 * @property {string | null} [clock]
 * @property {number[]} [used]  seconds that the moves took
 */

/**
 * A game as people keep it.
 * @typedef {object} GameFile
 * @property {1} zermelo
 * @property {string} game
 * @property {Seat[]} seats
 * @property {{ player: string, action: string | null }[]} moves
 * @property {string} [start]
 * @property {string} [final]
 * @property {boolean} [complete]
 * @property {"human" | "computer"} [chance]
 * @property {string} [seed]
 * @property {string} [clock]
 * @property {number[]} [used]  seconds that the moves took
 */

/**
 * A move of a line: its name as people read it, and as the game reads it.
 * @typedef {object} Ply
 * @property {string} action
 * @property {string} name
 * @property {string} word
 * @property {number} player
 * @property {number} number  that both players' moves share; 0 where plies are numbered
 * @property {Said | null} [said]  in a tree
 */

/**
 * What a PGN says of a move: before it and after it, its opinions as books print them, and the clock of who played it.
 * @typedef {object} Said
 * @property {string} before
 * @property {string[]} signs
 * @property {number[]} nags  the same by their numbers
 * @property {string} comment
 * @property {string} clock
 * @property {Record<string, string>} commands  what its comments say for programs
 */

/**
 * A tree of moves, each with the number of the node before; the start is 0, the first move 1.
 * @typedef {object} OpenedTree
 * @property {string} game
 * @property {string} title  of the game, in the reader's language
 * @property {string} rules  in a few sentences; empty where there are no words for them
 * @property {string} position
 * @property {boolean} initial  whether it begins as the game does
 * @property {string[]} players
 * @property {string[]} sides  the same as headers call them, *White*
 * @property {string[]} colours  the class of each player's pieces
 * @property {boolean} editable
 * @property {boolean} pgn
 * @property {string} comment  what a PGN says before the first move
 * @property {Record<string, string>} headers  of a PGN
 * @property {string[]} games  of the PGN that can be read, by their titles
 * @property {string[]} unread  why others of it could not be read
 * @property {(Ply & { parent: number })[]} nodes
 */

/**
 * A position of a tree.
 * @typedef {object} Looked
 * @property {BoardView} board
 * @property {(Action & { word: string })[]} legal
 * @property {number | null} mover
 * @property {number} number  of the move that is made there (see Ply)
 * @property {string} news
 * @property {string} position
 * @property {{ told: string, share: Share } | null} end  what it is worth, where the game is over
 */

/**
 * MAX's part of the bar; of more than two players the part of each; null where nobody knows it, and of one player.
 * @typedef {number | number[] | null} Share
 */

/**
 * A move, or an outcome of chance, what it is worth, and the line that begins with it; no line where it is what is to be expected.
 * @typedef {object} JudgedMove
 * @property {string} told
 * @property {Value} value
 * @property {Share} share
 * @property {"won" | "drawn" | "lost" | "open" | "expected"} end  for who plays it, where that is proved; expected where chance has a say yet, or one plays alone for a result
 * @property {number} depth
 * @property {number | null} visits
 * @property {number | null} chance  the probability of an outcome; null of a move
 * @property {[number, number][]} arrows  from which square to which, step by step
 * @property {string} sure  whether it is proved, or how deep an estimate looks
 * @property {Ply[]} moves
 */

/**
 * What is known of a position.
 * @typedef {object} Thought
 * @property {string} by
 * @property {number} depth
 * @property {number} nodes
 * @property {number | null} speed
 * @property {boolean} settled  whether all of it is proved
 * @property {boolean} full  whether there is no memory for more simulations
 * @property {boolean} cut_short
 * @property {JudgedMove[]} lines  where chance moves, what is to be expected
 * @property {JudgedMove[]} moves
 */

/**
 * A move beside the best one; `played` is null where it is that. An outcome of chance beside what was to be expected.
 * @typedef {object} Priced
 * @property {JudgedMove} best
 * @property {JudgedMove | null} played
 * @property {string} mark
 * @property {number} lost  so many differences that matter
 * @property {string} cost
 */

/**
 * @typedef {Priced & { sentences: string[] }} Explained
 */

/**
 * @typedef {Priced & { ply: number }} ReportRow
 */

/**
 * A report of a line: what is done of its plies, and what its end is worth, where the game is over.
 * @typedef {object} LineReport
 * @property {{ told: string, share: Share } | null} end
 * @property {ReportRow[]} rows
 * @property {number} done
 * @property {number} plies
 * @property {number | null} turned  the ply of the move that lost the game, where one did
 * @property {string[]} costs  with chance, what the moves of each player have cost
 * @property {string} luck  whose luck all outcomes of chance were together; empty where there is none to tell
 */

/**
 * @typedef {object} ReportNews
 * @property {ReportRow} row
 * @property {number} done
 * @property {number} plies
 */

/**
 * A game in a PGN; `left_out` of its plies come after the end that it has here.
 * @typedef {object} PgnGame
 * @property {string} title
 * @property {string[]} names  White's and Black's; empty where nobody is named
 * @property {string} game
 * @property {string} pgn  this game alone
 * @property {number} left_out
 */

/**
 * What a PGN holds.
 * @typedef {object} Pgn
 * @property {PgnGame[]} games
 * @property {string[]} unread  why others could not be read
 */

/**
 * Something that is said of a position besides its pieces.
 * @typedef {object} SetupFact
 * @property {string} name
 * @property {string} label
 * @property {string} value
 * @property {{ value: string, label: string }[]} choices
 */

/**
 * A position that is being put together; `trouble` is what the rules say against it.
 * @typedef {object} Setup
 * @property {string} title  of the game
 * @property {BoardView} board
 * @property {string[]} rows  a sign for each square
 * @property {SetupFact[]} facts
 * @property {string} text
 * @property {string | null} trouble
 * @property {{ sign: string, label: string, svg: string }[]} palette
 */

/**
 * A position on a line: the move that led to it, its board, and what an evaluation says of it; null where the game is over.
 * @typedef {object} Step
 * @property {string} name
 * @property {BoardView} board
 * @property {Value | null} value
 * @property {string} told  the value in words
 */

/**
 * An evaluation as a weighted sum, and what it says when the captures are played out.
 * @typedef {object} Sum
 * @property {{ name: string, label: string, weight: number, value: number }[]} features
 * @property {[string, string]} units  what one of what the sum counts is called, and several; empty where it counts nothing that has a word
 * @property {Value} sum
 * @property {Value} quiet
 * @property {number} nodes
 * @property {Step[]} steps
 */

/**
 * What a search has found that stops at a horizon: `believed` of the moves of its line it has seen.
 * @typedef {object} HorizonRow
 * @property {string} name
 * @property {string} label
 * @property {Value} value
 * @property {string} told  the value in words
 * @property {number} nodes
 * @property {number} believed
 * @property {Value} quiet  what the end of its line is worth when the captures are played out
 * @property {string} quiet_told  the same in words
 * @property {Step[]} steps
 */

/**
 * @typedef {object} Horizon
 * @property {number} depth
 * @property {HorizonRow[]} rows
 */

/**
 * A text to be kept in a file.
 * @typedef {object} TextFile
 * @property {string} text
 */

/**
 * A search or simulations, step by step.
 * @typedef {object} Stepped
 * @property {string} html
 * @property {PlayerData} data
 * @property {number | null} [depth]  of a search; null where it goes to the end of the game
 */

/**
 * A search of too many nodes to be gone through step by step: its nodes are opened one by one.
 * @typedef {object} TooLarge
 * @property {boolean} large
 * @property {number | null} depth
 */

/**
 * A node of a search, as a line of an outline.
 * @typedef {object} OutlineRow
 * @property {string} action  the number of what leads to it from the node above; nothing for the node that was opened
 * @property {string} name
 * @property {"max" | "min" | "chance" | "player" | "leaf"} shape
 * @property {string} mover  who moves there; nothing where nobody does
 * @property {boolean} searched
 * @property {boolean} leaf  whether the search did not look beyond
 * @property {string} value  with a sign where it is a bound
 * @property {(number | string)[]} bounds  alpha and beta with which it was searched
 * @property {string} window  the same in words; nothing where the algorithm has none
 * @property {number} nodes  that were visited there and below
 * @property {number} cutoffs  how many of these were left early
 * @property {boolean} cut  whether it was itself
 * @property {boolean} best  whether it gives the node above its value
 * @property {boolean} better  whether it was the best when it came back
 * @property {boolean} cuts  whether the node above was left early after it
 */

/**
 * A node that was opened, and its children, in the order of the search.
 * @typedef {object} NodeOpened
 * @property {OutlineRow} node
 * @property {OutlineRow[]} children
 * @property {string} measured  what the values count, as a few words; nothing where they are the values themselves
 */

/**
 * The board of a node.
 * @typedef {object} NodeBoard
 * @property {BoardView} board
 */

/**
 * Two searches beside each other; how many nodes only one of them visits, and why, as sentences.
 * @typedef {object} ComparedSearches
 * @property {{ html: string, data: PlayerData }[]} sides
 * @property {number | null} depth
 * @property {boolean} in_order  whether both search the children in the same order
 * @property {string} difference
 * @property {string[]} reasons
 */

/**
 * A game that can be chosen, and whether there are variants of it to be chosen; its picture is HTML.
 * @typedef {{ name: string, title: string, text: string, picture: string, variants: boolean }} GameCard
 */

/**
 * A field for a parameter of a game: a list of choices, a whole or a decimal number, numbers, or text.
 * @typedef {object} VariantField
 * @property {string} name
 * @property {string} label
 * @property {"list" | "whole" | "decimal" | "numbers" | "text"} kind
 * @property {string} value
 * @property {string} usual
 * @property {{ name: string, value: string } | null} needs  another field and what has to stand in it, for this one to have a say
 * @property {{ value: string, text: string }[]} choices
 */

/**
 * A game with its parameters, as its name is written and as it is called.
 * @typedef {{ game: string, title: string }} VariantMade
 */

/**
 * What can be chosen for a search of a game: whether it has an evaluation and an order of its own, and positions of it are known, too.
 * @typedef {object} Choices
 * @property {string} title
 * @property {{ name: string, label: string }[]} algorithms
 * @property {{ name: string, label: string }[]} evaluations
 * @property {boolean} own
 * @property {boolean} ordered
 * @property {boolean} known
 */

/**
 * What alpha-beta visits in one order.
 * @typedef {object} OrderRow
 * @property {string} name
 * @property {number | null} nodes
 * @property {number | null} leaves
 * @property {number | null} cutoffs
 */

/**
 * @typedef {object} Orders
 * @property {OrderRow[]} rows
 * @property {number} spread
 * @property {number} least
 * @property {number} most
 * @property {number} orders
 * @property {number} minimal
 * @property {string} svg
 * @property {string} cut  that it looks less deep than to the end, where it does, and why
 */

/**
 * A node of a tree that is drawn by hand. Of a leaf the mover is null; `worth` is empty where it is not known, `odds` where chance does
 * not move.
 * @typedef {object} SketchNode
 * @property {number} parent
 * @property {number} place  among its sisters, from 0
 * @property {number[]} children
 * @property {string} name
 * @property {number | null} mover
 * @property {string} worth
 * @property {string[]} odds
 * @property {string} label
 */

/**
 * A tree that is drawn by hand, searched; `trouble` is why it could not be.
 * @typedef {object} Sketch
 * @property {string} tree
 * @property {string} spec  the game that it is
 * @property {number} at
 * @property {number} players
 * @property {[number, string][]} movers
 * @property {string} algorithm
 * @property {[string, string][]} algorithms
 * @property {string | null} trouble
 * @property {string} summary
 * @property {string[]} why
 * @property {OrderRow[]} rows
 * @property {boolean} ordered  whether it has a best and a worst order
 * @property {string} svg
 * @property {SketchNode[]} nodes
 */

/**
 * What one rung of the ladder has measured; null where it was not run.
 * @typedef {object} Rung
 * @property {string} name
 * @property {boolean} keeps  whether it keeps the value
 * @property {number | null} nodes
 * @property {number | null} leaves
 * @property {number | null} seconds
 * @property {Value | null} value
 * @property {string} told  the value in words
 * @property {number | null} expected
 */

/**
 * A ladder that is climbed: how many rungs are measured, of how many, the last of them, the chart so far, and what the next one is called.
 * @typedef {object} Climbing
 * @property {number} done
 * @property {number} of
 * @property {string | null} next
 * @property {Rung | null} rung
 * @property {string} svg  empty before the first rung is measured
 */

/**
 * The ladder's end.
 * @typedef {object} Ladder
 * @property {number} depth
 * @property {boolean} plain  whether the searches were not compiled
 * @property {number} b
 * @property {number} all
 * @property {number} random
 * @property {number} root
 * @property {number} minimal
 */

/**
 * What a player chooses among rescaled leaves.
 * @typedef {object} ScaleChoice
 * @property {string} name
 * @property {{ name: string, value: Value }[]} values  of each action
 * @property {boolean} changed
 */

/**
 * @typedef {object} ScaleRow
 * @property {string} name
 * @property {string} keeps
 * @property {Value[]} leaves
 * @property {ScaleChoice} minimax
 * @property {ScaleChoice} expectiminimax
 */

/**
 * @typedef {object} Scaled
 * @property {Value[]} leaves
 * @property {ScaleRow[]} rows
 */

/**
 * What three ways to play make of an action.
 * @typedef {object} WorldRow
 * @property {string} name
 * @property {number[]} worlds
 * @property {number} mean
 * @property {number} visits
 * @property {number} found
 * @property {number} share
 */

/**
 * @typedef {object} Worlds
 * @property {{ name: string, svg: string }[]} pictures
 * @property {{ name: string, weight: number }[]} worlds
 * @property {WorldRow[]} rows
 */

/**
 * A strategy after this many iterations; a share for each action of each information set.
 * @typedef {object} Stage
 * @property {number} iterations
 * @property {number} exploitability
 * @property {number} value
 * @property {number[][]} shares
 */

/**
 * @typedef {object} InformationSet
 * @property {string} player
 * @property {string} seen
 * @property {string[]} actions
 */

/**
 * @typedef {object} Strategy
 * @property {string} title  of the game
 * @property {string[]} algorithms
 * @property {Stage[]} stages
 * @property {InformationSet[]} sets
 * @property {string} svg
 */

/**
 * @typedef {object} Policy
 * @property {string} svg
 */

/**
 * Something that is asked in an exercise.
 * @typedef {object} Blank
 * @property {string} name
 * @property {"searched" | "value" | "number" | "name" | "window" | "order"} what
 * @property {number} node
 * @property {string} label
 * @property {{ name: string, node: number | null }[]} choices  where something is to be chosen, or put in order
 */

/**
 * @typedef {object} Exercise
 * @property {string} title
 * @property {string} task
 * @property {string} about  of a position of a game: its name and rules
 * @property {string} svg
 * @property {BoardView | null} board
 * @property {number} mover  who is to move at the root
 * @property {Blank[]} blanks
 */

/**
 * The tree as it looks with some answers, and the node of each blank in it.
 * @typedef {object} Redrawn
 * @property {string} svg
 * @property {Record<string, number>} nodes
 */

/**
 * Whether an answer is right, which part of it is, and if not all why.
 * @typedef {object} Mark
 * @property {string} name
 * @property {boolean} right
 * @property {number} credit
 * @property {string} reason
 * @property {string} step  the address of the step of the search that shows it
 */

/**
 * @typedef {object} Marks
 * @property {Mark[]} marks
 * @property {number} points
 * @property {number} most
 * @property {boolean} done
 */

/**
 * @typedef {object} Help
 * @property {string} text
 * @property {number} node
 */

/**
 * @typedef {object} Solution
 * @property {string} svg
 * @property {string[]} reasons
 */

/**
 * A sheet for a class, in its language.
 * @typedef {object} Sheet
 * @property {string} title
 * @property {string} lang
 * @property {Exercise[]} exercises
 */

/**
 * A sheet that was made: the number that students get, and the key of its results.
 * @typedef {object} SheetMade
 * @property {string} number
 * @property {string} key
 */

/**
 * What a sheet comes to that was handed in.
 * @typedef {object} SheetMarks
 * @property {number} points
 * @property {number} most
 * @property {number} attempt  under this name, from 1
 * @property {{ marks: Marks, solution: Solution }[]} exercises
 */

export {};

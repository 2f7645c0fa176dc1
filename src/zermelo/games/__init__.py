"""The games: one file each, the rules first, then the text, then the picture; where these are long, a package each."""

from typing import Final

CATALOGUE: Final = {
    "tree": ("zermelo.games.tree", "Tree"),
    "tictactoe": ("zermelo.games.mnk", "TicTacToe"),
    "mnk": ("zermelo.games.mnk", "MNK"),
    "pawns": ("zermelo.games.pawns", "Pawns"),
    "hexapawn": ("zermelo.games.hexapawn", "Hexapawn"),
    "three_mens_morris": ("zermelo.games.three_mens_morris", "ThreeMensMorris"),
    "hare_and_hounds": ("zermelo.games.hare_and_hounds", "HareAndHounds"),
    "teeko": ("zermelo.games.teeko", "Teeko"),
    "quixo": ("zermelo.games.quixo", "Quixo"),
    "nim": ("zermelo.games.nim", "Nim"),
    "kalah": ("zermelo.games.kalah", "Kalah"),
    "dots_and_boxes": ("zermelo.games.dots_and_boxes", "DotsAndBoxes"),
    "connect4": ("zermelo.games.connect4", "ConnectFour"),
    "checkers": ("zermelo.games.draughts", "Checkers"),
    "draughts": ("zermelo.games.draughts", "Draughts"),
    "othello": ("zermelo.games.othello", "Othello"),
    "chess": ("zermelo.games.chess", "Chess"),
    "chess_ending": ("zermelo.games.chess", "ChessEnding"),
    "backgammon": ("zermelo.games.backgammon", "Backgammon"),
    "pig": ("zermelo.games.pig", "Pig"),
    "2048": ("zermelo.games.twenty_forty_eight", "TwentyFortyEight"),
    "sliding": ("zermelo.games.sliding", "Sliding"),
    "kuhn": ("zermelo.games.kuhn", "Kuhn"),
    "leduc": ("zermelo.games.leduc", "Leduc"),
    "liars_dice": ("zermelo.games.liars_dice", "LiarsDice"),
    "rps": ("zermelo.games.rps", "RockPaperScissors"),
    "morra": ("zermelo.games.morra", "Morra"),
    "goofspiel": ("zermelo.games.goofspiel", "Goofspiel"),
    "go": ("zermelo.games.go", "Go"),
    "chinese_checkers": ("zermelo.games.chinese_checkers", "ChineseCheckers"),
    "hex": ("zermelo.games.hex", "Hex"),
    "desconecta4boom": ("zermelo.games.desconecta4boom", "Desconecta4Boom"),
}
"""The name of each game, with the module and the class that hold it."""

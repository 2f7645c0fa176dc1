"""PGN: games as other programs write them, written as they read them, and what is wrong said with its place."""

from __future__ import annotations

import io
import random

import pytest

import zermelo as z
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.games.chess import Chess
from zermelo.play.play import play_game
from zermelo.protocols.pgn import NULL, NULLS, Broken, Move, Pgn, decoded, each_game, games_of, pgn_of, read_pgn, write_pgn

GAME = """%a line for nobody
[Event "Open \\"B\\""]
[White "Ana"]
[Black "Bo"]
[Result "1/2-1/2"]

{A quiet game.} 1. e4 {[%clk 0:09:58.5] the [%eval 0.3] best} 1... e5 (1... c5!? $14 2. Nf3 (2. c3 {Alapin} d5) 2... d6)
2. Nf3 ; to the end of the line
Nc6 3.Bb5 a6 4.O-O Nf6 1/2-1/2
"""


def names(pgn):
    return [pgn.game.name(state, move.action) for state, move in zip(pgn.states, pgn.moves, strict=False)]


def test_a_game_with_all_that_is_said_of_it():
    (pgn,) = read_pgn(GAME)
    assert pgn.headers == {"Event": 'Open "B"', "White": "Ana", "Black": "Bo", "Result": "1/2-1/2"}
    assert (pgn.comment, pgn.result) == ("A quiet game.", "1/2-1/2")
    assert names(pgn) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6"]
    first, second, third = pgn.moves[:3]
    assert (first.comment, first.commands, first.clock) == ("the best", {"clk": "0:09:58.5", "eval": "0.3"}, 598.5)
    assert third.comment == "to the end of the line"
    ((sicilian, knight, sixth),) = second.variations
    assert sicilian.nags == (5, 14)
    ((alapin, fifth),) = knight.variations
    assert (alapin.comment, sixth.variations, fifth.variations) == ("Alapin", [], [])
    after = pgn.game.played("e4 c5 c3")
    assert pgn.game.name(after, fifth.action) == "d5"


def test_what_is_written_is_read_back():
    games = [*read_pgn(GAME), Pgn(Chess("960", 0), Chess("960", 0).initial(), result="*")]
    text = write_pgn(*games)
    again = read_pgn(text)
    assert [(pgn.start, pgn.moves, pgn.comment, pgn.result) for pgn in again] == [(p.start, p.moves, p.comment, p.result) for p in games]
    assert write_pgn(*again) == text
    assert max(map(len, text.splitlines())) <= 80
    assert '[Variant "Chess960"]' in text


@pytest.mark.parametrize("null", NULLS)
def test_null_moves_stand_in_variations(null):
    text = f"1. e4 e5 2. Nf3 ({null}! {{what now}} Nc6 3. Bc4 (3. {null} d5) 3... {null}) 2... d6 *"
    (pgn,) = read_pgn(text)
    ((first, _, bishop, last),) = pgn.moves[2].variations
    assert (first.action, first.nags, first.comment, last.action) == (NULL, (1,), "what now", NULL)
    assert bishop.variations[0][0].action == NULL
    written = write_pgn(pgn)
    assert written.split("\n\n")[1] == ("1. e4 e5 2. Nf3 (2. -- $1 {what now} 2... Nc6 3. Bc4 (3. -- d5) 3... --) 2... d6\n*\n")
    assert read_pgn(written)[0].moves == pgn.moves
    judge = pytest.importorskip("chess.pgn")
    theirs = judge.read_game(io.StringIO(written))
    assert not theirs.errors
    assert read_pgn(str(theirs))[0].moves == pgn.moves


def test_numbers_stand_where_something_comes_between():
    assert write_pgn(*read_pgn(GAME)).split("\n\n")[1] == (
        "{A quiet game.} 1. e4 {[%clk 0:09:58.5] [%eval 0.3] the best} 1... e5 (1... c5\n"
        "$5 $14 2. Nf3 (2. c3 {Alapin} 2... d5) 2... d6) 2. Nf3 {to the end of the line}\n"
        "2... Nc6 3. Bb5 a6 4. O-O Nf6 1/2-1/2\n"
    )


def test_many_games_and_none():
    assert read_pgn("") == read_pgn("\n  \n") == []
    games = read_pgn('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n*\n\n1. d4 d5 1-0 1. c4 0-1')
    assert [(pgn.headers.get("White"), len(pgn.moves), pgn.result) for pgn in games] == [
        ("A", 1, "*"),
        ("B", 0, "*"),
        (None, 2, "1-0"),
        (None, 1, "0-1"),
    ]
    assert next(games_of("1. e4 * {never closed")).moves  # each as it is read


def test_the_rules_are_made_once_for_all_games():
    """To make them takes longer than to read a short game."""
    games = read_pgn('1. e4 * 1. d4 * [Variant "Chess960"]\n\n1. e4 * [Variant "Chess960"]\n\n*')
    assert games[0].game is games[1].game
    assert games[2].game is games[3].game is not games[0].game


def test_a_position_of_chess960_tells_the_variant_where_no_header_does():
    (pgn,) = read_pgn('[SetUp "1"]\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"]\n\n1. e4 e5 *')
    assert (pgn.game.variant, len(pgn.moves)) == ("960", 2)
    assert '[Variant "Chess960"]' in write_pgn(pgn)


def test_variations_may_stand_within_each_other_as_deep_as_is_allowed():
    (pgn,) = read_pgn("1. e4 " + 100 * "(1. d4 " + 100 * ")" + " e5 *")
    (again,) = read_pgn(write_pgn(pgn))
    assert again.moves == pgn.moves


@pytest.mark.parametrize("text", ["1. e4 1. ... e5 2. Nf3 2. ... Nc6", "1.e4 1 ... e5 2.Nf3 2...Nc6", "1. e4 … e5 2. Nf3 .. Nc6"])
@pytest.mark.parametrize("end", ["1/2-1/2", "1/2", "½-½"])
def test_numbers_of_moves_and_results_as_books_write_them(text, end):
    (pgn,) = read_pgn(f"{text} {end}")
    assert (names(pgn), pgn.result) == (["e4", "e5", "Nf3", "Nc6"], "1/2-1/2")


def test_signs_and_figures_as_books_print_them():
    (pgn,) = read_pgn("1. e4 += e5 = 2. ♘f3 ± ♞c6 +- 3. ♙d4 -/+ (3. ♗b5 $1 ∞) 3... ♟xd4! ⩱ *")
    assert names(pgn) == ["e4", "e5", "Nf3", "Nc6", "d4", "exd4"]
    assert [move.nags for move in pgn.moves] == [(14,), (10,), (16,), (18,), (17,), (1, 15)]
    assert pgn.moves[4].variations[0][0].nags == (1, 13)
    (mates,) = read_pgn('[FEN "6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=♕# +- 1-0')
    assert (names(mates), mates.moves[0].nags, mates.result) == (["a8=Q#"], (18,), "1-0")
    (passed,) = read_pgn("1. e4 (1. d4 -- 2. c4) *")
    assert passed.moves[0].variations[0][1].action == NULL


def test_a_sign_and_its_number_are_one_and_nothing_is_nothing():
    """ChessBase and Scid write a mark twice; $0 is the null annotation of the standard."""
    (pgn,) = read_pgn("1. g4?? $4 e5 $0 2. f3? $2 $4 *")
    assert [move.nags for move in pgn.moves] == [(4,), (), (2, 4)]


def test_quotes_in_a_header_need_no_backslash():
    chess = pytest.importorskip("chess.pgn")
    theirs = chess.Game({"Event": 'The "B" Open', "White": '"Ana"', "Black": '[Bo] "x"'})
    (pgn,) = read_pgn(f"{theirs}\n")
    assert [pgn.headers[name] for name in ("Event", "White", "Black")] == ['The "B" Open', '"Ana"', '[Bo] "x"']
    assert read_pgn(write_pgn(pgn))[0].headers.items() >= pgn.headers.items()
    assert read_pgn('[White "A \\"b\\" "c""] [Black "D"]\n\n*')[0].headers == {"White": 'A "b" "c"', "Black": "D"}
    with pytest.raises(PositionError, match="game 1, line 1: '\\[Event \"abc\\]' is no part of a PGN"):
        read_pgn('[Event "abc]\n[Site "x"]\n\n*')


def test_the_result_is_that_of_the_header_where_none_ends_the_moves():
    for headers, end, result in (("1-0", "", "1-0"), ("1-0", "*", "1-0"), ("1-0", "0-1", "0-1"), ("won", "", "*"), ("?", "*", "*")):
        (pgn,) = read_pgn(f'[Result "{headers}"]\n\n1. e4 e5 {end}')
        assert pgn.result == result
        assert f'[Result "{result}"]' in write_pgn(pgn)


def test_a_game_of_headers_alone_keeps_them_from_the_next():
    games = read_pgn('[White "A"]\n[Result "1-0"]\n\n\n[White "B"]\n[Black "C"]\n\n1. e4')
    assert [(pgn.headers, pgn.result, names(pgn)) for pgn in games] == [
        ({"White": "A", "Result": "1-0"}, "1-0", []),
        ({"White": "B", "Black": "C"}, "*", ["e4"]),
    ]
    assert [pgn.headers for pgn in read_pgn('[White "A"]\n[White "B"]\n\n[Black "C"]\n1. e4 *')] == [{"White": "B", "Black": "C"}]


def test_a_backslash_that_stands_before_anything_else_is_one():
    (pgn,) = read_pgn(r'[Site "C:\games\\x \\\""] *')
    assert pgn.headers == {"Site": r"C:\games\x \""}
    assert read_pgn(write_pgn(pgn))[0].headers["Site"] == pgn.headers["Site"]


def test_a_result_needs_no_blank_before_it():
    (pgn,) = read_pgn("1.e4*")
    assert (names(pgn), pgn.result) == (["e4"], "*")


def test_what_is_said_between_games_is_no_game():
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    games = read_pgn(f'{{file}} [White "A"]\n\n1. e4 * {{between}} [FEN "{fen}"]\n\n1. e3 * {{the end}}')
    assert [(pgn.headers.get("White"), names(pgn), pgn.comment) for pgn in games] == [("A", ["e4"], ""), (None, ["e3"], "")]
    with pytest.raises(ActionError, match="game 2, line 3"):
        read_pgn('1. e4 * {between}\n[White "B"]\n1. e5 *')


def test_a_game_from_a_position():
    (pgn,) = read_pgn('[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 7"]\n\n7... Kd7 8. a8=Q *')
    assert names(pgn) == ["Kd7", "a8=Q"]
    assert "7... Kd7 8. a8=Q *" in write_pgn(pgn)


def test_en_passant_may_be_said_as_in_old_files():
    (pgn,) = read_pgn("1. e4 d5 2. e5 f5 3. exf6 e.p. $1 Nxf6 *")
    assert names(pgn)[4:] == ["exf6", "Nxf6"]
    assert pgn.moves[4].nags == (1,)


def test_the_text_of_a_file_is_utf_8_or_else_iso_8859_1():
    assert decoded("Müller".encode()) == decoded("Müller".encode("utf-8-sig")) == decoded("Müller".encode("latin-1")) == "Müller"
    assert decoded(b"\xef\xbb\xbfM\xfcller") == "Müller"
    together = decoded(2 * '\ufeff[White "A"]\n\n1. e4 *\n'.encode())
    assert [pgn.headers for pgn in read_pgn(together)] == 2 * [{"White": "A"}]


def test_a_command_stands_in_one_line():
    (pgn,) = read_pgn("1. e4 {[%clk 0:09:58] " + "word " * 60 + "[%csl Ga1,Rb2] } *")
    written = write_pgn(pgn)
    assert "[%clk 0:09:58]" in written
    assert "[%csl Ga1,Rb2]" in written
    assert max(map(len, written.splitlines())) <= 80
    assert read_pgn(written)[0].moves == pgn.moves


def test_what_a_pawn_becomes_may_stand_in_parentheses():
    (pgn,) = read_pgn('[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8(Q)+ (1. a8(N)) Kd7 *')
    assert names(pgn) == ["a8=Q+", "Kd7"]
    assert pgn.moves[0].variations


def test_nobody_need_have_claimed_a_draw():
    (pgn,) = read_pgn('[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 120 90"]\n\n90. Ra2 *')
    assert len(pgn.moves) == 1


def test_a_game_goes_on_after_a_draw_that_nobody_has_noticed():
    (bare,) = read_pgn('[FEN "8/5P1k/5K2/8/8/8/8/8 w - - 0 90"]\n\n90. f8=R (90. f8=N+ Kh6) 90... Kh6 91. Rh8# 1-0')
    assert [len(bare.moves), len(bare.moves[0].variations[0])] == [3, 2]
    (late,) = read_pgn('[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 149 90"]\n\n90. Ra2 Kd8 91. Ra3 *')
    assert len(late.moves) == 3


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        ("1. e4 e5\n2. Nf6 *", ActionError, "game 1, line 2: 2. Nf6: 'Nf6' is not a legal action here"),
        ("1. e4 * 1. e4 e9", ActionError, "game 2, line 1: 1... e9:"),
        ("1. f3 e5 2. g4 Qh4# 3. e4", ActionError, "game 1, line 1: 3. e4 follows a position in which the game is over"),
        ("1. e4 (1. d4", PositionError, "the variation that begins in line 1 is never closed; write a [)]"),
        (
            "1. e4 " + 101 * "(1. d4 ",
            PositionError,
            "game 1, line 1: more than 100 variations stand within each other; leave the innermost out",
        ),
        ("1. e4 ) e5", PositionError, "a variation is closed that was never opened"),
        ("(1. e4)", PositionError, "a variation stands after the move that it is played for"),
        ("1. e4 () e5", PositionError, "this variation has no move"),
        ("$1 1. e4", PositionError, "'[$]1' says something of a move, and stands after none"),
        ("1. e4 $1000 e5", PositionError, "game 1, line 1: '[$]1000 e5' is no part of a PGN"),
        ("\n{x", PositionError, "game 1, line 2: '{x' begins a comment that never ends; write its }"),
        ('[FEN "x"]\n\n1. e4', PositionError, "game 1, line 1: the header FEN: 'x' has 1 field"),
        ('[White "A"]\n[FEN "x"]\n[Black "B"]\n\n*', PositionError, "game 1, line 2: the header FEN: 'x' has 1 field"),
        (
            '[White "A"]\n[Variant "Atomic"]\n\n1. e4',
            PositionError,
            "game 1, line 2: the header Variant says 'Atomic'; standard chess and Chess960 can be read",
        ),
        ("1. d4 *\n1. e4 -- 2. d4", ActionError, "game 2, line 2: 1... --: a null move is none that can be played; let the game end"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ (3. Qxe5+ Z0) *", ActionError, "3... Z0: there is no null move in check"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, error, complaint):
    with pytest.raises(error, match=complaint):
        read_pgn(text)


BAD = [
    '[White "A"]\n\n1. e4 e5 (1... e4 2. d4 1-0) 2. Nf3 0-1',
    "1. e5 e5 (1... c5 *) (1... d5 1/2-1/2",
    '[White "A]\n[Black "B"]\n\n1. e4 e5 *',
    '[FEN "x"]\n[White "A"]\n\n1. e4 {here} (1. d4) e5 *',
    '[White "A"]\n\n1. e4 {the first word of which is the last\n\n1... e5 2. Nf3 0-1',
    '[White "A"]\n\n1. e4 ) e5',
]


@pytest.mark.parametrize("bad", BAD)
def test_a_game_that_cannot_be_read_leaves_the_others_as_they_are(bad):
    good = '[White "C"]\n\n1. d4 {well} d5 1-0'
    first, second, third, fourth = each_game("\n\n".join([good, bad, good, bad]))
    assert isinstance(first, Pgn)
    assert first == third
    assert (second.number, second.text) == (2, bad)
    assert str(second.error).startswith("game 2, line ")
    assert (fourth.number, fourth.text) == (4, bad)


def test_comments_that_never_end_are_looked_at_once():
    """Not again from each brace in them: this would take minutes."""
    steps = []
    (game,) = each_game("1. e4 " + "{x\n" * 100_000, steps.append)
    assert isinstance(game, Broken)
    assert len(steps) == 3


def test_games_without_headers_end_at_their_results():
    read = list(each_game("1. e4 * 1. e5 (1. d4 *) * 1. d4 * 1. d5"))
    assert [isinstance(game, Pgn) for game in read] == [True, False, True, False]
    assert [game.text for game in read[1::2]] == ["1. e5 (1. d4 *) *", "1. d5"]


def test_games_that_were_played():
    game = z.load_game("chess")
    record = play_game(game, ["random", "random"], seed=4, plies=30)
    pgn = pgn_of(record, {"Event": "test"})
    (again,) = read_pgn(write_pgn(pgn))
    assert (again.record().actions, again.record().players) == (record.actions, record.players)
    mate = read_pgn("1. f3 e5 2. g4 Qh4# 0-1")[0].record()
    assert (mate.utilities, mate.ending) == ((-1, 1), "rules")
    assert write_pgn(pgn_of(mate)).rstrip().endswith("Qh4# 0-1")
    with pytest.raises(SpecError, match="PGN is written of chess, not of TicTacToe"):
        pgn_of(play_game(z.load_game("tictactoe"), ["random", "random"], seed=1))


def test_a_comment_that_pgn_cannot_say():
    start = Chess().initial()
    with pytest.raises(SpecError, match="holds a }, with which comments end"):
        write_pgn(Pgn(Chess(), start, [Move(Chess().parse(start, "e4"), comment="a } b")]))


def test_the_judge_reads_what_we_write_and_we_what_it_writes():
    judge = pytest.importorskip("chess.pgn")
    lot = random.Random(5)
    for number in range(5):
        game = Chess("960", lot.randrange(960)) if number % 2 else Chess()
        record = play_game(game, ["random", "random"], seed=number, plies=80)
        theirs = judge.read_game(io.StringIO(write_pgn(pgn_of(record))))
        assert not theirs.errors
        assert theirs.end().board().fen() == game.write(record.final)
        (ours,) = read_pgn(str(theirs))
        assert ours.record().actions == record.actions

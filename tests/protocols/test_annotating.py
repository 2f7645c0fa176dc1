"""Games annotated by the engine: values, marks, better lines; broken off and gone on with; read by python-chess."""

from __future__ import annotations

import io
import re

import pytest

import zermelo as z
from zermelo.protocols.annotating import Annotator, annotated, is_told, mistakes, resumed
from zermelo.protocols.pgn import OPINIONS, Move, read_pgn, write_pgn

FOOLS_MATE = '[White "Ana"]\n[Black "Bo"]\n\n1. f3 {[%eval 9.0] odd} e5 2. g4 Qh4# 0-1\n'
LONGER = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n"


@pytest.fixture(scope="module")
def annotator():
    return Annotator({"depth": 4})


def whole(annotator, text):
    (pgn,) = read_pgn(text)
    assert list(annotator.annotate(pgn)) == list(range(1, len(pgn.moves) + 1))
    return pgn


def test_the_move_that_is_mated_at_once_is_the_worst(annotator):
    pgn = whole(annotator, FOOLS_MATE)
    blunder = pgn.moves[2]
    assert blunder.nags == (OPINIONS["??"],)
    assert blunder.commands == {"eval": "#-1"}
    assert blunder.comment.endswith(" was better.")
    (line,) = blunder.variations
    assert pgn.game.name(pgn.states[2], line[0].action) == blunder.comment.split()[0]
    assert "eval" not in pgn.moves[3].commands
    assert pgn.moves[3].nags == ()
    assert mistakes(pgn)[0] >= 1
    assert mistakes(pgn)[1] == 0


def test_what_was_said_stays_but_the_values_of_others(annotator):
    first = whole(annotator, FOOLS_MATE).moves[0]
    assert re.fullmatch(r"(\S+ was better\. )?odd", first.comment)
    assert float(first.commands["eval"]) < 0


def test_values_are_to_white_and_so_are_those_after_black_s_moves(annotator):
    pgn = whole(annotator, '[FEN "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQK3 w - - 0 1"]\n\n1. e4 e5 2. Qg4 *')
    assert all(float(move.commands["eval"]) > 15 for move in pgn.moves)


def test_where_a_draw_can_be_claimed_it_is_one(annotator):
    """The position of the beginning comes for the third time by Black's fourth move; then White, who is ahead, goes on."""
    pgn = whole(annotator, '[FEN "5rk1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1"]\n\n1. Qc2 Rb8 2. Qd1 Rf8 3. Qc2 Rb8 4. Qd1 Rf8 5. Qb3 g6 *')
    worth = [float(move.commands["eval"]) for move in pgn.moves]
    assert worth[7] == 0
    assert min(worth[0], *worth[8:]) > 2
    told = ["A draw can be claimed: the position has come three times." in move.comment for move in pgn.moves]
    assert told == [ply == 7 for ply in range(10)]
    assert pgn.moves[8].nags == ()


def test_after_fifty_moves_a_draw_can_be_claimed(annotator):
    pgn = whole(annotator, '[FEN "5k2/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 98 90"]\n\n90. Qc2 Ke7 91. Qd1 *')
    assert [move.comment.startswith("A draw can be claimed: 50 moves") for move in pgn.moves] == [False, True, False]
    assert [float(move.commands["eval"]) for move in pgn.moves[1:]] == [0, 0]


def test_a_mate_is_told_by_its_moves_to_white(annotator):
    """Two queens: mate in three, then in two, at the latest, whoever is to move."""
    pgn = whole(annotator, '[FEN "4k3/8/8/8/8/8/8/Q3K1Q1 w - - 0 1"]\n\n1. Qa4+ Ke7 2. Qb4+ *')
    mates = [move.commands["eval"] for move in pgn.moves]
    assert all(re.fullmatch("#[1-5]", mate) for mate in mates), mates


def test_a_lead_that_is_won_in_any_case_is_not_lost_by_a_slower_way(annotator):
    pgn = whole(annotator, '[FEN "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1"]\n\n1. Ke2 Ke7 2. Ke1 *')
    assert mistakes(pgn) == (0, 0)


@pytest.mark.parametrize("done", [0, 1, 5, 13, 14])
def test_what_was_broken_off_goes_on_and_comes_to_the_same(done):
    """With a table of its own for each position, which the order of searches cannot change."""
    text = write_pgn(whole(Fresh({"depth": 2}), LONGER))
    (begun,) = read_pgn(LONGER)
    annotating = Fresh({"depth": 2}).annotate(begun)
    for _ in range(done):
        next(annotating)
    (kept,) = read_pgn(write_pgn(begun))
    (anew,) = read_pgn(LONGER)
    game = resumed(anew, kept, "Zermelo, depth=2")
    assert annotated(game) == min(done, 13)
    list(Fresh({"depth": 2}).annotate(game))
    assert write_pgn(game) == text


class Fresh(Annotator):
    """Forgets between two positions."""

    def _judged(self, board, states):
        for engine in self._engines.values():
            engine.clear()
        return super()._judged(board, states)


@pytest.mark.parametrize(("lang", "better"), [("es", "Era mejor"), ("pt", "Era melhor")])
def test_what_is_said_is_said_in_the_language_and_another_begins_anew(annotator, lang, better):
    pgn = whole(Annotator({"depth": 4}, lang=lang), FOOLS_MATE)
    assert pgn.moves[2].comment.startswith(better)
    assert annotator.name != pgn.headers["Annotator"] == f"Zermelo, depth=4, lang={lang}"
    (anew,) = read_pgn(FOOLS_MATE)
    assert resumed(anew, pgn, annotator.name) is anew


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. f3", "1. f3 {bold}"),
        ("1. f3", "1. f3 $2"),
        ("e5", "e5 (1... d5 2. g4)"),
        ("1. f3", '[White "Eva"]\n\n1. f3'),
        ("0-1", "*"),
    ],
)
def test_a_game_of_which_more_is_said_since_is_annotated_anew(annotator, before, after):
    text = '[X-Tag "v"]\n\n1. f3 {weak} e5 (1... e6) 2. g4 $4 Qh4# 0-1'
    pgn = whole(annotator, text)
    (kept,), (same,), (anew,) = read_pgn(write_pgn(pgn)), read_pgn(text), read_pgn(text.replace(before, after))
    assert resumed(same, kept, annotator.name) is kept
    assert resumed(anew, kept, annotator.name) is anew


@pytest.mark.parametrize(
    "headers",
    [
        '[White "Ana  Bo"]\n[Black " Cy\tDo "]',
        '[Result "1-0"]',
        '[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"]',
        '[Variant "Fischerandom"]\n[FEN "rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1"]',
    ],
)
def test_headers_that_are_written_in_another_way_are_the_same(annotator, headers):
    text = f"{headers}\n\n1... *" if "FEN" in headers else f"{headers}\n\n1. e4 0-1"
    (pgn,), (same,) = read_pgn(text), read_pgn(text)
    list(annotator.annotate(pgn))
    (kept,) = read_pgn(write_pgn(pgn))
    assert resumed(same, kept, annotator.name) is kept


def test_another_game_is_not_gone_on_with():
    with pytest.raises(z.SpecError, match="holds other games"):
        resumed(read_pgn(LONGER)[0], read_pgn(FOOLS_MATE)[0], "Zermelo, depth=2")


def test_other_limits_begin_anew_from_the_game_as_it_was(annotator):
    pgn = whole(annotator, FOOLS_MATE)
    assert next(Annotator({"depth": 1}).annotate(pgn)) == 1
    (anew,) = read_pgn(FOOLS_MATE)
    assert resumed(anew, pgn, "Zermelo, depth=2") is anew


def test_what_is_said_already_is_not_said_again(annotator):
    """Neither a mark that somebody else has set, nor all of it where an annotated game is annotated."""
    first = whole(annotator, "1. f3 e5 2. g4 $4 Qh4# 0-1\n")
    assert first.moves[2].nags == (OPINIONS["??"],)
    before = write_pgn(first)
    del first.headers["Annotator"]
    list(annotator.annotate(first))
    assert write_pgn(first) == before


DANCE = "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. Nf3 Nf6 *"


def test_a_line_that_has_just_been_told_is_not_told_again():
    """Black misses the same pawn twice; whoever remembers other games may think another move as good."""
    pgn = whole(Annotator({"depth": 4}), DANCE)
    first, again = pgn.moves[5], pgn.moves[9]
    assert first.comment.endswith("Nxe4 was better.")
    assert again.comment.endswith("Nxe4 was better.")
    assert (len(first.variations), len(again.variations)) == (1, 0)
    assert again.nags


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ((7, 8, 9), True),
        ((7,), True),
        ((7, 8, 9, 1), True),
        ((7, 8, 1), False),
        ((9, 1), True),  # two plies later it goes on so
        ((8, 9), False),
        ((6, 8, 9), False),
    ],
)
def test_lines_are_the_same_as_far_as_both_go(line, told):
    begun = Move(1, variations=[[Move(7), Move(8), Move(9)]])
    assert is_told([begun, Move(2), Move(3)], line) == told
    assert not is_told([begun, *(Move(2) for _ in range(9))], line)  # long ago


def test_python_chess_reads_it(annotator):
    chess_pgn = pytest.importorskip("chess.pgn")
    text = write_pgn(whole(annotator, LONGER))
    game = chess_pgn.read_game(io.StringIO(text))
    assert not game.errors
    nodes = list(game.mainline())
    assert [node.eval() is not None for node in nodes] == [True] * 13 + [False]
    assert nodes[12].eval().white().mate() == -1
    marked = [node for node in nodes if node.nags]
    assert marked
    assert all(len(node.parent.variations) == 2 for node in marked)

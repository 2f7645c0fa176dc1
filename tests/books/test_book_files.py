"""Books whose making is interrupted or killed and gone on with; files that are damaged, or of something else."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import zermelo as z
from tests.databases.examples import Walk, Words
from tests.kills import KilledError, killed, killed_at
from zermelo.books import is_book
from zermelo.files import alone_with
from zermelo.games.hexapawn import Hexapawn


def made(game, file, plies=2, **options):
    return z.make_book(game, file, plies=plies, mode="interpreted", **options).path.read_bytes()


@pytest.mark.parametrize("game", [z.load_game("hexapawn"), Words(), Walk()], ids=["hexapawn", "words", "walk"])
def test_work_that_is_stopped_at_any_time_ends_in_the_same_bytes(game, tmp_path):
    undisturbed = made(game, tmp_path / "undisturbed.book")
    stops = 0
    for times in range(1, 100):
        file = tmp_path / f"{times}.book"
        try:
            made(game, file, progress=killed_at(times))
        except KilledError:
            stops += 1
            assert [one.name for one in tmp_path.iterdir() if one.name.startswith(f"{times}.")] == [f"{times}.book.work"]
            assert made(game, file) == undisturbed
        else:
            break
    assert stops >= 3
    assert not [one for one in tmp_path.iterdir() if one.suffix != ".book"]


def test_what_was_solved_is_not_solved_again(tmp_path, monkeypatch):
    game, file = z.load_game("tictactoe"), tmp_path / "made.book"
    with pytest.raises(KilledError):
        made(game, file, progress=killed_at(8))
    done = {line.split()[0] for line in file.with_name("made.book.work").read_text().splitlines()[1:]}
    assert done
    solved = []
    value = z.Engine.value

    def counting(self, state, **options):
        solved.append(state)
        return value(self, state, **options)

    monkeypatch.setattr(z.Engine, "value", counting)
    made(game, file)
    assert len(solved) + len(done) == 12


def test_a_kill_loses_nothing_that_was_found(tmp_path):
    file = tmp_path / "made.book"
    for _ in range(2):
        killed('z.make_book(z.load_game("tictactoe"), place, plies=2, mode="interpreted", progress=progress)', file, 5)
    assert len(file.with_name("made.book.work").read_text().splitlines()) > 2
    assert made(z.load_game("tictactoe"), file) == made(z.load_game("tictactoe"), tmp_path / "undisturbed.book")


def test_half_a_line_that_a_kill_has_left_is_cut_off(tmp_path):
    game, file, work = z.load_game("tictactoe"), tmp_path / "made.book", tmp_path / "made.book.work"
    with pytest.raises(KilledError):
        made(game, file, progress=killed_at(8))
    whole = work.read_bytes()
    for cut in (1, 3, len(whole) - 3):
        work.write_bytes(whole[:-cut])
        assert made(game, file) == made(game, tmp_path / "undisturbed.book")
        file.unlink()


def test_bounds_that_were_found_are_used(tmp_path):
    """A value that is known to lie between two numbers is looked for between these."""
    game, file = z.load_game("connect4(3, 3, line=3, score=True)"), tmp_path / "made.book"
    with pytest.raises(KilledError):
        made(game, file, 1, progress=killed_at(2))
    work = tmp_path / "made.book.work"
    header = work.read_text().splitlines()[0]
    work.write_text(header + "\n1 3.0 3.0\n2 -1.0 5.0\n")
    z.make_book(game, file, plies=1, mode="interpreted")
    assert z.open_book(file).find(game.result(game.initial(), 0)).value == -3  # as the work says, though it is not so
    file.unlink()
    assert z.open_book(z.make_book(game, file, plies=1, mode="interpreted").path).find(game.result(game.initial(), 0)).value == 0


# What is there already


def test_a_book_that_is_there_is_not_made_again(tmp_path):
    game, file = z.load_game("hexapawn"), tmp_path / "made.book"
    once = made(game, file)
    assert made(game, file, progress=killed_at(1)) == once


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda file: file.write_text("something else"), "is there, and holds no book; name another file"),
        (lambda file: made(z.load_game("hexapawn"), file, 1), r"is there: a book of 1 ply of Hexapawn\(.*\); name another file"),
        (lambda file: made(z.load_game("tictactoe"), file), r"is of TicTacToe\(\), not of Hexapawn"),
        (lambda file: file.with_name("made.book.work").write_text("letters\n"), "is not the work of this book: it begins with 'letters"),
        (lambda file: file.with_name("made.book.work").write_text('{"format": "zermelo book work 0", "plies": 2}\n'), "has format"),
    ],
)
def test_what_lies_there_is_not_overwritten(change, told, tmp_path):
    file = tmp_path / "made.book"
    change(file)
    before = {one: one.read_bytes() for one in tmp_path.iterdir()}
    with pytest.raises(z.SpecError, match=told):
        made(z.load_game("hexapawn"), file)
    assert {one: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_work_for_another_book_or_with_other_lines_is_refused(tmp_path):
    game, file, work = z.load_game("hexapawn"), tmp_path / "made.book", tmp_path / "made.book.work"
    with pytest.raises(KilledError):
        made(game, file, progress=killed_at(2))
    for plies, other, told in ((3, game, "it is of 2 plies"), (2, z.load_game("tictactoe"), r"is of Hexapawn\(.*\), not of TicTacToe")):
        with pytest.raises(z.SpecError, match=told):
            made(other, file, plies)
    kept = work.read_text()
    for line in ("0 1.0", "0 one 1.0", "0 2.0 1.0", "0 nan 1.0"):
        work.write_text(f"{kept}{line}\n")
        with pytest.raises(z.SpecError, match=f"is damaged: '{line}' is none of its lines"):
            made(game, file)


def test_two_commands_do_not_make_one_book(tmp_path):
    file = tmp_path / "made.book"
    with alone_with(tmp_path / "made.book.lock", ""), pytest.raises(z.SearchError, match=r"another command makes .*; wait for it"):
        made(z.load_game("hexapawn"), file)


# Files that are something else


def rewritten(file, **changes):
    """The file with other facts in its first line, and a SHA-256 that fits."""
    from zermelo.books.file import _digest

    first, _, body = file.read_bytes().partition(b"\n")
    told = json.loads(first)
    told = {name: value for name, value in {**told, **changes}.items() if value is not None and name != "sha256"}
    file.write_bytes(json.dumps({**told, "sha256": _digest(told, body)}).encode() + b"\n" + body)


@pytest.fixture
def book(tmp_path):
    return z.make_book(z.load_game("hexapawn"), tmp_path / "made.book", plies=2, mode="interpreted").path


def test_every_changed_byte_and_every_cut_is_noticed(book):
    whole = book.read_bytes()
    for place in range(0, len(whole), 7):
        book.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(z.SpecError):
            z.open_book(book)
        book.write_bytes(whole[:place])
        with pytest.raises(z.SpecError):
            z.open_book(book)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"format": "zermelo book 2"},
            "has format 'zermelo book 2', and this version reads 'zermelo book 1'; remove it and make the book again",
        ),
        (
            {"rules": "0" * 64},
            r"is of other rules: those of Hexapawn\(.*\) were written otherwise when it was made; remove it and make it again",
        ),
        ({"play": "0" * 64}, "is of other rules: .* played otherwise when it was made"),
        ({"keys": None}, "is damaged .it does not say keys"),
        ({"positions": 4}, "is no book: it has 8 positions, and says 4"),
        ({"values": [0]}, "is no book: its values are not those of its positions"),
        ({"values": None}, "is no book: it does not say values"),
        ({"columns": {"keys": {"compressed": 3, "bytes": 1 << 40}}}, "is no book: its column 'keys' has 1099511627776 bytes"),
        ({"columns": {"keys": {"compressed": 3, "bytes": 8}}}, "is no book: "),
        ({"spec": 3}, "spec is 3, and has to be a text"),
        ({"spec": "nowhere.py:Nobody", "game": "Nobody()"}, r"is of Nobody\(\), which is not known here by that name"),
        ({"kind": "games"}, "is a book of games, which says how they went and not what positions are worth"),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else "",
)
def test_another_version_other_rules_and_what_does_not_fit_together_is_told(changes, told, book):
    rewritten(book, **changes)
    with pytest.raises(z.SpecError, match=told):
        z.open_book(book)


def test_a_book_of_another_game_is_told(book):
    with pytest.raises(z.SpecError, match=r"is of Hexapawn\(width=3, height=3\), not of Hexapawn\(width=4, height=3\)"):
        z.open_book(book, z.load_game("hexapawn(4, 3)"))
    with pytest.raises(z.SpecError, match=r"player 'engine:book=.*': .* is of Hexapawn"):
        z.play_game(z.load_game("tictactoe"), [f"engine:book={book}", "random"])


def test_rules_that_were_changed_are_told(tmp_path):
    class Longer(Hexapawn):
        """Hexapawn, ..."""

    class Changed(Longer):
        """... in which the first player to move is the other one."""

        def utility(self, state, player):
            return -super().utility(state, player)

    file = tmp_path / "made.book"
    made(Longer(), file)
    Changed.__name__ = Changed.__qualname__ = "Longer"
    with pytest.raises(z.SpecError, match="is of other rules"):
        z.open_book(file, Changed())


@pytest.mark.parametrize("changes", [{name: 3} for name in ("keys", "columns", "values", "depths", "game", "play", "spec")], ids=str)
def test_facts_of_another_kind_are_told(changes, book):
    rewritten(book, **changes)
    with pytest.raises(z.SpecError):
        z.open_book(book)


def test_a_first_line_without_end_is_told(tmp_path):
    file = tmp_path / "made.book"
    file.write_bytes(b'{"format": "zermelo book 1", "kind": ' + b"[" * 200_000)
    with pytest.raises(z.SpecError, match="is damaged"):
        z.open_book(file)


@pytest.mark.parametrize("contents", [b"", b"\n", b"{}", b'{"format": "zermelo proof 1"}\n', b"\x00" * 100])
def test_a_file_that_holds_no_book_is_told(contents, tmp_path):
    file = tmp_path / "some"
    file.write_bytes(contents)
    assert not is_book(file)
    with pytest.raises(z.SpecError, match=r"holds no book; `zermelo book GAME --plies N --out .*` makes one"):
        z.open_book(file)
    assert not is_book(tmp_path)
    with pytest.raises(z.SpecError, match="cannot read"):
        z.open_book(tmp_path / "nowhere")


# Games that are refused


@pytest.mark.parametrize(
    ("spec", "told"),
    [("pig", "has chance"), ("kuhn", "hides something"), ("nim((1, 2), players=3)", "has 3 players"), ("sliding(2)", "has 1 player")],
)
def test_games_that_books_are_not_for_are_told(spec, told, tmp_path):
    with pytest.raises(z.SearchError, match=told):
        made(z.load_game(spec), tmp_path / "made.book")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("plies", [0, -1, 1.5, True])
def test_plies_are_a_number(plies, tmp_path):
    with pytest.raises(z.SearchError, match="plies is a whole number from 1 up"):
        made(z.load_game("hexapawn"), tmp_path / "made.book", plies)


def test_too_many_positions_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.books.positions.MOST_POSITIONS", 30)
    with pytest.raises(z.SearchError, match="more than 30 positions within 4 plies; a book of 2 plies has 16"):
        made(z.load_game("tictactoe"), tmp_path / "made.book", 4)


@pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="nothing is forbidden to root")
def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(z.SpecError, match="cannot write"):
        made(z.load_game("hexapawn"), Path(tmp_path) / "made.book")


def test_a_disk_without_room_is_told_and_that_the_same_command_goes_on(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("zermelo.books.work.SYNCED", 3)
    monkeypatch.setattr("zermelo.books.work.os.fsync", full)
    with pytest.raises(z.SpecError, match=r"cannot write .*: No space left on device; .* the same command goes on"):
        made(z.load_game("hexapawn"), tmp_path / "made.book")
    monkeypatch.undo()
    made(z.load_game("hexapawn"), tmp_path / "made.book")
    made(z.load_game("hexapawn"), tmp_path / "other.book")
    assert (tmp_path / "made.book").read_bytes() == (tmp_path / "other.book").read_bytes()

"""Work that is interrupted or killed and gone on with; files that are damaged, or of something else."""

from __future__ import annotations

import errno
import json
import os
import shutil
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

import zermelo as z
from tests.databases.examples import Forgetful, RankedGraph, Row, Walk, Words
from tests.kills import KilledError, killed, killed_at
from zermelo.databases import identity
from zermelo.databases.building import LOCK
from zermelo.databases.files.manifest import read_manifest, write_manifest
from zermelo.games.hexapawn import Hexapawn
from zermelo.tiers import tier_sizes

DATA = ("keys.zst", "tier-0.zst", "manifest.json")


def bytes_of(folder):
    return {name: (folder / name).read_bytes() for name in DATA}


def made(game, folder, **options):
    z.make_database(game, folder, **options).close()
    return bytes_of(folder)


def test_what_was_found_is_kept_when_ctrl_c_is_pressed_however_soon(tmp_path):
    game, left = Words(), [3]

    def pressed(_):
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        z.make_database(game, tmp_path / "made", mode="interpreted", progress=pressed)
    assert json.loads((tmp_path / "made" / "work" / "listing.json").read_text())["expanded"] > 0
    assert made(game, tmp_path / "made", mode="interpreted") == made(game, tmp_path / "undisturbed", mode="interpreted")


@pytest.mark.parametrize(
    ("game", "mode"),
    [(z.load_game("hexapawn"), "interpreted"), (Words(), "interpreted"), (Forgetful(), "compiled"), (Walk(), "compiled")],
    ids=["hexapawn", "words", "forgetful", "walk"],
)
def test_work_that_is_stopped_at_any_time_ends_in_the_same_bytes(game, mode, tmp_path):
    undisturbed = made(game, tmp_path / "undisturbed", mode=mode)
    stops = 0
    for times in range(1, 100):
        folder = tmp_path / str(times)
        try:
            made(game, folder, mode=mode, every=0, progress=killed_at(times))
        except KilledError:
            stops += 1
            assert made(game, folder, mode=mode) == undisturbed
        else:
            break
    assert stops >= 5


def test_work_that_is_stopped_again_and_again_ends_in_the_same_bytes(tmp_path):
    game, folder = z.load_game("tictactoe"), tmp_path / "made"
    for _ in range(100):
        try:
            made(game, folder, mode="interpreted", every=0, progress=killed_at(4))
        except KilledError:
            continue
        break
    assert bytes_of(folder) == made(game, tmp_path / "undisturbed", mode="interpreted")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="has no SIGKILL")
def test_a_killed_process_loses_little_and_the_files_are_the_same(tmp_path):
    folder = tmp_path / "made"
    for times in (7, 12, 4):
        killed('z.make_database(z.load_game("connect4(4, 4)"), place, every=0, progress=progress)', folder, times)
    assert json.loads((folder / "work" / "listing.json").read_text())["known"] > 20_000
    game = z.load_game("connect4(4, 4)")
    assert made(game, folder) == made(game, tmp_path / "undisturbed")


def test_what_was_begun_of_another_game_is_not_gone_on_with(tmp_path):
    with pytest.raises(KilledError):
        made(z.load_game("hexapawn"), tmp_path / "made", every=0, progress=killed_at(3), mode="interpreted")
    with pytest.raises(z.SpecError, match=r"is of Hexapawn\(width=3, height=3\), not of Hexapawn\(width=4, height=3\)"):
        made(z.load_game("hexapawn(4, 3)"), tmp_path / "made", mode="interpreted")


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(z.SpecError, match="holds something else"):
        made(z.load_game("hexapawn"), tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(z.SpecError, match="is no folder"):
        made(z.load_game("hexapawn"), tmp_path / "file")


@pytest.mark.skipif(os.name == "nt", reason="locks otherwise")
def test_two_solvers_do_not_work_in_one_folder(tmp_path):
    import fcntl

    with (tmp_path / LOCK).open("a+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(z.SearchError, match="another solver works"):
            made(z.load_game("hexapawn"), tmp_path)


# What was kept, damaged, and a full disk


def files_of(game, folder, **options):
    """All files of a database, made in plain Python."""
    z.make_database(game, folder, mode="interpreted", **options).close()
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def begun(game, folder):
    """The folder of work that was stopped as late as can be; of a game with tiers, in the midst of one."""
    for times in range(20, 0, -1):
        with suppress(KilledError):
            files_of(game, folder, every=0, progress=killed_at(times))
        if (folder / "work" / ("now.npz" if tier_sizes(game) else "")).exists():
            break
        shutil.rmtree(folder)
    return folder / "work"


@pytest.mark.parametrize("game", [Walk(), RankedGraph(5)], ids=["keys", "ranks"])
def test_what_was_kept_and_is_damaged_is_not_gone_on_with(game, tmp_path):
    undisturbed, work, refused = files_of(game, tmp_path / "undisturbed"), begun(game, tmp_path / "made"), set()
    kept = [one for one in work.parent.rglob("*") if one.suffix in (".column", ".kept", ".npz") or one.name.startswith("tier-")]
    files = {one.relative_to(work.parent) for one in kept}
    for name, cut, part in product(files, (False, True), (0.2, 0.6, 0.9)):
        folder = tmp_path / "copy"
        shutil.copytree(work.parent, folder)
        whole = (folder / name).read_bytes()
        at = int(part * len(whole))
        (folder / name).write_bytes(whole[:at] if cut else whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        try:
            assert files_of(game, folder) == undisturbed
        except z.SpecError:
            refused.add((name, cut))
        shutil.rmtree(folder)
    assert refused == set(product(files, (False, True)))


@pytest.mark.skipif(os.name == "nt", reason="limits files otherwise")
@pytest.mark.parametrize("game", [z.load_game("hexapawn"), RankedGraph(5)], ids=["keys", "ranks"])
def test_a_full_disk_loses_nothing_that_was_kept(game, tmp_path):
    import resource

    folder, (soft, hard) = tmp_path / "made", resource.getrlimit(resource.RLIMIT_FSIZE)
    undisturbed, told = files_of(game, tmp_path / "undisturbed"), []
    for most in (50, 150, 300, 600):  # in the place of a disk of this size
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
        try:
            files_of(game, folder, every=0)
        except z.SpecError as error:
            told.append(str(error))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert not [*folder.rglob("*.part")]
    assert any(
        f"cannot write {folder}" in one and "what was kept before is still there, and the same command goes on" in one for one in told
    )
    assert files_of(game, folder) == undisturbed


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("no folder")
    for folder in (tmp_path / "file" / "made", tmp_path / ("made" * 100)):
        with pytest.raises(z.SpecError, match=f"cannot use the folder {folder}: .*; name another one"):
            made(Walk(), folder)


def test_a_folder_within_it_for_which_there_is_no_room_is_told(tmp_path, monkeypatch):
    def full(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    folder = tmp_path / "made"
    folder.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", lambda path, *_, **__: None if path == folder else full(path))
        with pytest.raises(z.SpecError, match=f"cannot write {folder / 'work'}: No space left on device; what was kept before"):
            made(Walk(), folder, mode="interpreted")
    assert made(Walk(), folder, mode="interpreted")


# One key for two states


class KeyWithoutPlayer(Forgetful):
    """Its key forgets who is to move."""

    def key(self, state):
        return state.left


class SwappedColours(Walk):
    """Its symmetry turns the row round, and with it the player to move."""

    def symmetries(self, state):
        yield (self.length - 1 - state[0], 1 - state[1])


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize("game", [KeyWithoutPlayer(), SwappedColours()], ids=["key", "symmetries"])
def test_a_key_that_forgets_the_player_makes_no_database(game, mode, tmp_path):
    with pytest.raises(z.GameError, match="and different players are to move in them"):
        made(game, tmp_path / "made", mode=mode)
    assert not (tmp_path / "made" / "manifest.json").exists()


# Damage


@pytest.fixture
def folder(tmp_path):
    made(z.load_game("hexapawn"), tmp_path / "made", mode="interpreted")
    return tmp_path / "made"


def probed_all(folder: Path) -> None:
    """Read everything that is there."""
    with z.open_database(folder) as database:
        z.databases.check_database(database)


@pytest.mark.parametrize("name", ["keys.zst", "tier-0.zst"])
def test_a_changed_byte_is_noticed_wherever_it_is(name, folder):
    whole = (folder / name).read_bytes()
    for place in range(0, len(whole), 7):
        (folder / name).write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        with pytest.raises(z.SpecError, match="damaged"):
            probed_all(folder)
    (folder / name).write_bytes(whole)
    probed_all(folder)


@pytest.mark.parametrize("name", ["keys.zst", "tier-0.zst"])
def test_a_file_that_is_cut_short_or_gone_is_told_at_once(name, folder):
    whole = (folder / name).read_bytes()
    for left in (0, 10, len(whole) // 2, len(whole) - 1):
        (folder / name).write_bytes(whole[:left])
        with pytest.raises(z.SpecError, match=r"is damaged \(it has .*: remove it; the command that made"):
            z.open_database(folder)
    (folder / name).unlink()
    with pytest.raises(z.SpecError, match="cannot read"):
        probed_all(folder)
    assert made(z.load_game("hexapawn"), folder, mode="interpreted")[name] == whole


def test_a_manifest_that_is_changed_is_noticed(folder):
    path = folder / "manifest.json"
    whole = json.loads(path.read_text())
    sha256 = whole.pop("sha256")
    for name, wrong in [
        ("wins", 1), ("value_checksum", "0" * 16), ("greatest_distance", 3), ("successors", 5), ("by_value", [1, 2]),
        ("units", {**whole["units"], "value": "seeds"}),
        ("by_distance", {**whole["by_distance"], "losses": [*whole["by_distance"]["losses"][:-1], 99]}),
        ("depths", [*whole["depths"], 1]),
    ]:  # fmt: skip
        write_manifest(folder, {**whole, name: wrong})
        with pytest.raises(z.SpecError, match=rf"says {name}.* it is damaged"):
            probed_all(folder)
        path.write_text(json.dumps({**json.loads(path.read_text()), "sha256": sha256}))
        with pytest.raises(z.SpecError, match="its SHA-256 is another"):
            z.open_database(folder)
    for text in ("", "{", "[]", json.dumps({"format": 1})):
        path.write_text(text)
        with pytest.raises(z.SpecError, match="manifest"):
            z.open_database(folder)
    path.write_text(json.dumps({**whole, "format": 99}))
    with pytest.raises(z.SpecError, match="has format 99, and this version reads 12 and 11"):
        z.open_database(folder)


def test_any_letter_that_is_changed_in_a_manifest_is_told(folder):
    path = folder / "manifest.json"
    whole = path.read_bytes()
    facts = json.loads(whole)
    for at in range(0, len(whole), 7):
        changed = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        with suppress(ValueError):  # a blank between two facts is none of them
            if json.loads(changed) == facts:
                continue
        path.write_bytes(changed)
        with pytest.raises(z.SpecError, match=r"manifest\.json is damaged|has format"):
            z.open_database(folder)


class Misere(Hexapawn):
    """Who comes to the far row loses."""

    def utility(self, state, player):
        return -super().utility(state, player)


def test_a_database_of_another_game_or_other_rules_is_refused(folder):
    with pytest.raises(z.SpecError, match=r"is of Hexapawn\(width=3, height=3\), not of TicTacToe"):
        z.open_database(folder, z.load_game("tictactoe"))
    Misere.__name__ = "Hexapawn"
    with pytest.raises(z.SpecError, match="is of other rules"):
        z.open_database(folder, Misere())


def test_what_an_action_wins_is_a_rule_whatever_python_made_the_database(monkeypatch, tmp_path):
    """Rules as they are written are compared where the same Python made both; else it is how games at random go."""
    z.make_database(Row(), tmp_path, mode="interpreted").close()
    write_manifest(tmp_path, {**read_manifest(tmp_path), "python": "3.99"})
    assert z.open_database(tmp_path, Row())
    monkeypatch.setattr(Row, "reward", lambda self, state, action: 1 - self.taken(state, action))
    with pytest.raises(z.SpecError, match="is of other rules"):
        z.open_database(tmp_path, Row())


def test_of_another_game_nothing_is_played_to_say_so(folder, monkeypatch):
    monkeypatch.setattr(identity, "_play", lambda game: pytest.fail("that takes seconds of chess"))
    with pytest.raises(z.SpecError, match="not of Chess"):
        z.open_database(folder, z.load_game("chess"))


def test_how_a_game_reads_positions_may_change_unless_its_rules_use_it(tmp_path, monkeypatch):
    class Counting(Hexapawn):
        def read(self, text):
            return self._read_kindly(text)

        def _read_kindly(self, text):
            return super().read(text.strip())

        def utility(self, state, player):
            return self._worth(super().utility(state, player))

        def _worth(self, value):
            return value

    Counting.__qualname__ = "Counting"
    kept = tmp_path / "counting"
    made(Counting(), kept, mode="interpreted")
    monkeypatch.setattr(Counting, "_read_kindly", lambda self, text: Hexapawn.read(self, text.lower()))
    assert z.open_database(kept, Counting())
    monkeypatch.setattr(Counting, "_worth", lambda self, value: value + 0.0)
    with pytest.raises(z.SpecError, match="is of other rules"):
        z.open_database(kept, Counting())


def test_what_a_game_says_to_searches_may_change_and_its_rules_may_not(folder, monkeypatch):
    monkeypatch.setattr(Hexapawn, "evaluate", lambda self, state, player: 0.25)
    monkeypatch.setattr(Hexapawn, "order", lambda self, state, action, child: action, raising=False)
    told_otherwise = Hexapawn()
    told_otherwise.measured_in = z.Unit("pawn")  # of the object, as where it depends on a parameter
    assert z.open_database(folder, told_otherwise)
    for name, changed in (("utility", lambda self, state, player: 0.0), ("bounds", lambda self, state: (-1.0, 0.0))):
        with monkeypatch.context() as patch:
            patch.setattr(Hexapawn, name, changed)
            with pytest.raises(z.SpecError, match="is of other rules"):
                z.open_database(folder, Hexapawn())


def test_what_is_no_database_is_told(tmp_path):
    with pytest.raises(z.SpecError, match="there is no folder"):
        z.open_database(tmp_path / "nowhere")
    with pytest.raises(z.SpecError, match="holds no database that is done"):
        z.open_database(tmp_path)

"""The file of a tier: what is written is read, whole and state by state, however values and distances are packed."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from zermelo.databases.files import tier
from zermelo.databases.files.blocks import BLOCK, LARGE, Blocks, write_blocks
from zermelo.databases.files.tier import RUN, Tier, write_tier
from zermelo.databases.kernels import ENDLESS

NONE = 255
COUNT = 36 * RUN + 77


def columns(values, longest):
    """Values and distances at random; those of states of one value are alike."""
    chooser = np.random.default_rng(1)
    codes = chooser.integers(0, values, COUNT).astype(np.uint8)
    plies = (chooser.integers(0, 4, COUNT) + 7 * codes.astype(int)).astype(np.uint16)
    plies[::1000], plies[::777] = ENDLESS, longest
    codes[::500] = NONE
    return codes, plies


def read_state_by_state(file):
    """Some of the codes and distances, a state at a time."""
    codes, plies = [], []
    for place in range(0, COUNT, 61):
        block, at = divmod(place, file.values_in_a_block)
        values = file.read(1 + block)
        codes.append(file.code(values, at))
        block, at = divmod(place + file.away(values, at, codes[-1]), file.distances_in_a_block)
        plies.append(file.distance(file.read(file.distances_at + block), at))
    return codes, plies


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("longest", [90, 900], ids=["byte", "two bytes"])
@pytest.mark.parametrize("values", [3, 11])
def test_what_is_written_is_read(values, longest, grouped, tmp_path, monkeypatch):
    codes, plies = columns(values, longest)
    worths = [float(value - values // 2) for value in range(values)]
    monkeypatch.setattr(tier, "_are_less_grouped", lambda codes, distances: grouped)
    write_tier(tmp_path / "made", worths, codes, plies)
    file = Tier(tmp_path / "made", COUNT)
    assert (file.facts["grouped"], file.value_bits, file.distance_bits) == (grouped, 2 if values < 4 else 8, 8 if longest < 255 else 16)
    found = file.columns(worths, NONE)
    assert np.array_equal(found[0], codes)
    assert np.array_equal(found[1], plies)
    monkeypatch.setattr(file, "read", {block: file.read(block) for block in range(1, file.blocks.count)}.__getitem__)
    own, away = read_state_by_state(file)
    assert own == np.minimum(codes, values)[::61].tolist()
    assert [ENDLESS if ply == file.never else ply for ply in away] == plies[::61].tolist()


def test_blocks_of_either_size_are_read_without_saying_how_long_they_are(tmp_path):
    written = [bytes(BLOCK), bytes(LARGE)]
    write_blocks(tmp_path / "blocks", iter(written))
    blocks = Blocks(tmp_path / "blocks")
    assert [blocks.read(number) for number in range(blocks.count)] == written


def test_distances_are_grouped_where_they_take_less_room_so(tmp_path, monkeypatch):
    codes, plies = columns(11, 90)
    sizes = []
    for path in ("grouped", "plain"):
        write_tier(tmp_path / path, [float(value) for value in range(11)], codes, plies)
        sizes.append((tmp_path / path).stat().st_size)
        monkeypatch.setattr(tier, "_are_less_grouped", lambda codes, distances: False)
    assert sizes[0] < 0.9 * sizes[1]


def test_threads_read_blocks_at_the_same_time(tmp_path):
    draw = random.Random(0)
    blocks = [draw.randbytes(BLOCK) for _ in range(40)]
    write_blocks(tmp_path / "blocks", iter(blocks))
    file = Blocks(tmp_path / "blocks")
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(file.read, [*range(40)] * 10)) == blocks * 10
    file.close()

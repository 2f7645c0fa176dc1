"""Which tests are slow by the clock: `make test` leaves out those in slow.txt, `make test-slow` runs them, CI runs both.

    make test TIMES=times.xml                          # with an empty ZERMELO_CACHE_DIR
    .venv/bin/python -m tests.durations times.xml      # adds those of more than SECONDS to slow.txt

What counts is the processor's time, of the test (its fixtures apart: what only a long one is for is put into slow.txt by hand) and of
the processes that it starts, so that it does not matter what else the machine does. Who compiles a kernel first takes the time for it:
once a test is left out, another that uses the same kernel may become slow. Where a kernel is only tried in tests that compile it, one
of them stays (KEPT).
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

LIST = Path(__file__).parent / "slow.txt"
SECONDS = 0.3
"""Of the processor; a test that takes longer is slow."""
PROPERTY = "processor"
"""As what a report says how many seconds a test took of it."""
KEPT = {
    "tests.cli.test_cli_cfr::test_a_saved_strategy_is_gone_on_with",
    "tests.cli.test_cli_errors::test_ctrl_c_is_exit_code_130",
    "tests.games.test_2048::test_the_first_two_tiles",
    "tests.games.test_chess::test_published_counts[start]",
    "tests.games.test_desconecta4boom::test_depth_limited_values[minimax-23156345]",
    "tests.games.test_desconecta4boom::test_perft[start-3-compiled]",
    "tests.games.test_desconecta4boom_criteria::test_both_modes_value_alike[preset-1000020/1200022/1120112/2120111/2110152/2220222/1122121 2 21]",  # noqa: E501
    "tests.games.test_dots_and_boxes::test_small_boards_are_worth_what_is_known[size7-compiled]",  # candidates and bounds
    "tests.games.test_draughts::test_perft_of_positions_with_kings_and_long_captures[W:W6-10:B41-45]",
    "tests.native.plain.test_rules::test_a_kernel_that_reads_an_attribute_of_the_game_is_for_that_game_alone",
    "tests.native.plain.test_rules::test_a_position_that_outgrows_its_room_makes_the_search_begin_anew_with_more[minimax]",
    "tests.native.plain.test_rules::test_each_method_gives_what_it_gives_in_plain_python[Dealt]",
    "tests.native.plain.test_rules::test_searches_find_the_same_compiled_and_interpreted[engine-Stones]",
    "tests.native.plain.test_rules::test_searches_find_the_same_compiled_and_interpreted[mcts-InAList]",
    "tests.native.test_changes::test_a_change_is_seen_by_the_next_search[imported-simplest-a global]",
    "tests.notebook.test_playable::test_the_page_is_told_that_the_computer_thinks",  # the engine for tic-tac-toe
    "tests.protocols.test_uci::test_nothing_that_is_said_ends_it_or_hangs_it",
    "tests.search.engine.test_engine::test_a_deadline_is_kept[limits1]",  # the engine for connect four
    "tests.search.test_ladder::test_it_speaks_several_languages[en]",
    "tests.search.test_ladder::test_the_command_prints_a_rung_a_line_and_the_theory_below",
    "tests.search.test_mcts::test_two_threads_grow_a_tree_each",
    "tests.search.test_multiplayer::test_every_limit_ends_the_search[limits1-nodes]",
    "tests.search.test_multiplayer::test_the_engine_finds_what_the_book_finds_at_every_depth[3-0.015625-False]",
    "tests.search.test_rewards::test_with_chance_which_has_rewards_too[engine-compiled]",  # chance and rewards
    "tests.solve.test_backward_induction::test_regret_minimisation_comes_to_the_same_value[RockPaperScissors(signs=3)-cfr+-compiled]",
    "tests.test_adapt::test_it_keeps_the_contract_of_our_own_games[AimaTicTacToe]",
    "tests.test_layers::test_no_file_imports_itself_by_way_of_others",
    "tests.test_layers::test_the_files_that_modules_name_at_their_top_are_there",
    "tests.web.test_hostile::test_what_is_wrong_stands_on_the_card_of_each_file_and_harms_no_other[a few]",
}
"""Long, and always run: the first of those that share a kernel, where no other test would try it, or the only one of its kind."""


def listed() -> frozenset[str]:
    """The tests that are slow."""
    return frozenset(LIST.read_text(encoding="utf-8").splitlines()) if LIST.exists() else frozenset()


def name_of(item: Any) -> str:
    """A test as a report of pytest names it."""
    file, _, name = item.nodeid.partition("::")
    return f"{file.removesuffix('.py').replace('/', '.')}::{name}"


def slow_in(report: str) -> set[str]:
    """The tests in a report (JUnit's XML) that took longer than SECONDS."""
    cases = ElementTree.parse(report).getroot().iter("testcase")  # noqa: S314  our own
    return {f"{case.get('classname')}::{case.get('name')}" for case in cases if _taken(case) > SECONDS} - KEPT


def _taken(case: ElementTree.Element) -> float:
    said = case.find(f"properties/property[@name='{PROPERTY}']")
    return float(said.get("value", "0")) if said is not None else 0.0


if __name__ == "__main__":
    found = listed().union(*map(slow_in, sys.argv[1:]))
    LIST.write_text("".join(f"{name}\n" for name in sorted(found)), encoding="utf-8")
    print(f"{len(found)} slow tests in {LIST}")

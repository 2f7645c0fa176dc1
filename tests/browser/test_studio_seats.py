"""Dice, more than two players, and hidden hands in a real browser: whole games, by mouse."""

from __future__ import annotations

import pytest

from tests.browser.studio import becomes, served
from tests.browser.test_studio import PATIENCE, moves, seat, square, wait_for_moves

pytestmark = pytest.mark.slow

MOST_PLAYS = 150
NEAR_THE_END = "ZRsDAMDeAwAgAA white rolls"  # white enters from the bar, goes around and bears off; black bears off
MOST_TOUCHES = 40  # of a play: a man and where it goes, four times, and what a page hears that is redrawn just then


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


class Listener:
    """Keeps what the studio has sent to a page about its game."""

    def __init__(self, tab):
        self.heard = []
        tab.on("response", lambda answer: self.heard.append(answer) if "/api/games" in answer.url else None)

    def positions(self):
        """The answers that are no stream, as how far a game is compiled is."""
        return [answer.json() for answer in self.heard if "json" in answer.headers["content-type"]]


def named(tab, action):
    """The button of an action."""
    return tab.locator(".names").get_by_role("button", name=action, exact=True)


def over(tab):
    return tab.locator(".game").get_attribute("data-over") == "true"


def settled(tab):
    """Until a person can move, or the game is over."""
    tab.wait_for_function(
        "() => document.querySelector('.game:not([aria-busy])')"
        " && (document.querySelector('.game').dataset.over === 'true'"
        " || document.querySelector('.place .can, .names > button, .side .only button'))",
        timeout=PATIENCE,
    )


def touch(tab, number):
    """Touch a square of a board on which a point is a narrow triangle: by keyboard, as one might."""
    square(tab, number).focus()
    tab.keyboard.press("Enter")


def play_by_touching(tab):
    """Make any play, step by step: the first man that can go, to the first square where it can go.

    What is touched is looked for and touched at once: a busy page may redraw it in between.
    """
    before = len(moves(tab))
    for _ in range(MOST_TOUCHES):
        settled(tab)
        if len(moves(tab)) > before:
            break
        tab.locator(".names > button, .side .only button, .place .can, .chooser:not([hidden]) button").evaluate_all(
            "all => (all.find(one => one.matches('.chooser *')) ?? all[0])?.focus()"
        )
        tab.keyboard.press("Enter")
    wait_for_moves(tab, before + 1)


def test_a_game_of_backgammon_against_the_computer_comes_to_its_end(tab, address):
    tab.goto(f"{address}/play?game=backgammon&position={NEAR_THE_END}&seed=11&level=1")
    settled(tab)
    for _ in range(MOST_PLAYS):
        if over(tab):
            break
        play_by_touching(tab)
        settled(tab)
    becomes(lambda: over(tab), True)
    becomes(lambda: sorted(tab.locator(".seats .worth").all_inner_texts()) in (["-1", "1"], ["-2", "2"], ["-3", "3"]), True)
    played = moves(tab)
    tab.reload()
    wait_for_moves(tab, len(played))
    becomes(lambda: moves(tab), played)


def test_a_play_is_made_step_by_step_given_up_and_taken_back(tab, address):
    tab.goto(f"{address}/play?game=backgammon")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    tab.locator(".seats > label select").select_option("human")
    tab.get_by_role("button", name="New game").click()
    tab.get_by_text("The dice are thrown: choose what they show").wait_for()
    tab.get_by_role("button", name="white 6, black 5", exact=True).click()
    wait_for_moves(tab, 1)
    dice = tab.locator(
        '.place [data-square="23"] rect[rx="6"], .place [data-square="24"] rect[rx="6"], .place [data-square="22"] rect[rx="6"]'
    )
    becomes(dice.count, 2)
    touch(tab, 12)  # a man on 24 ...
    touch(tab, 5)  # ... to 18
    tab.locator('.place [data-square="5"] circle[class="p1"]').wait_for()
    becomes(lambda: (dice.count(), moves(tab)), (1, ["6-5"]))
    tab.get_by_role("button", name="Take back").click()  # what is half made
    tab.locator('.place [data-square="5"] circle[class="p1"]').wait_for(state="detached")
    becomes(lambda: (dice.count(), moves(tab)), (2, ["6-5"]))
    touch(tab, 0)  # the lower die first
    touch(tab, 28 + 4)
    tab.locator('.place [data-square="32"] circle[class="p1"]').nth(3).wait_for()
    touch(tab, 12)
    touch(tab, 5)
    wait_for_moves(tab, 2)
    becomes(lambda: moves(tab), ["6-5", "24/18 13/8"])
    tab.get_by_role("button", name="3-1", exact=True).click()
    wait_for_moves(tab, 3)
    tab.get_by_role("button", name="Take back").click()
    tab.locator(".moves li").nth(2).wait_for(state="detached")
    becomes(tab.locator(".names button").count, 21)


def test_what_is_chosen_while_the_studio_is_slow_to_answer_undoes_nothing_that_was_chosen_before(tab, address):
    tab.goto(f"{address}/play?game=backgammon")
    square(tab, 0).wait_for()
    held = []
    tab.route("**/seats", lambda request: held.append(request))  # playwright takes no built-in function
    seats = tab.locator(".seat > select")
    seats.nth(0).select_option("level 4")
    seats.nth(1).select_option("human")
    tab.locator(".seats > label select").select_option("human")
    before = tab.url
    tab.get_by_role("button", name="New game").click()
    for number in range(3):
        becomes(lambda: (tab.evaluate("location.href"), len(held)), (before, number + 1))
        held[number].continue_()
    tab.wait_for_url(lambda url: url != before)
    tab.get_by_text("The dice are thrown: choose what they show").wait_for()
    becomes(lambda: seats.evaluate_all("all => all.map(one => one.value)"), ["level 4", "human"])


def test_a_whole_game_of_nim_with_three_players(tab, address):
    tab.goto(f"{address}/play?game=nim((1, 1, 2), players=3)&level=1")
    settled(tab)
    becomes(tab.locator(".seats .who > span").all_inner_texts, ["player 1", "player 2", "player 3"])
    becomes(tab.locator(".seats .swatch").count, 3)
    while not over(tab):
        played = len(moves(tab))
        tab.locator(".place .can").first.click(force=True)
        wait_for_moves(tab, played + 1)
        settled(tab)
    becomes(lambda: sorted(tab.locator(".seats .worth").all_inner_texts()), ["-0.5", "-0.5", "1"])


@pytest.mark.parametrize("player", ["strategy", "ismcts"])
def test_a_whole_game_of_kuhn_poker_with_one_person(tab, address, player):
    spy = Listener(tab)
    tab.goto(f"{address}/play?game=kuhn")
    tab.get_by_role("button", name="bet", exact=True).wait_for()
    seat(tab, 1, player)
    tab.locator(".news", has_text="player 1 to move").wait_for()
    becomes(lambda: moves(tab)[1], "not seen")
    assert all(answer["position"][1] == "?" for answer in spy.positions())
    tab.get_by_role("button", name="Hint").click()
    tab.get_by_text("To be hard to exploit, play here: ").wait_for(timeout=PATIENCE)
    named(tab, "bet").click()
    tab.locator(".worth").first.wait_for(timeout=PATIENCE)
    becomes(lambda: "not seen" not in moves(tab), True)
    tab.locator(".place svg").get_by_text(moves(tab)[0], exact=True).wait_for()


def test_a_whole_game_of_kuhn_poker_with_two_at_one_screen(tab, address):
    tab.goto(f"{address}/play?game=kuhn")
    tab.get_by_role("button", name="bet", exact=True).wait_for()
    spy = Listener(tab)
    tab.locator(".seat > select").nth(1).select_option("human")
    tab.get_by_text("player 1, it is your move. Nobody else should look.").wait_for()
    becomes(lambda: (tab.locator(".place svg").count(), moves(tab)), (0, []))
    becomes(lambda: any(answer.get("covered") for answer in spy.positions()), True)
    tab.get_by_role("button", name="I am player 1: show my hand").click()
    named(tab, "check").wait_for()
    first = moves(tab)[0]
    becomes(lambda: moves(tab)[1], "not seen")
    named(tab, "check").click()
    tab.get_by_text("player 2, it is your move. Nobody else should look.").wait_for()
    becomes(lambda: (tab.locator(".place svg").count(), tab.locator(".cards").count(), moves(tab)), (0, 0, []))
    tab.reload()
    tab.get_by_role("button", name="I am player 2: show my hand").click()
    named(tab, "check").wait_for()
    becomes(lambda: moves(tab)[0], "not seen")
    second = moves(tab)[1]
    named(tab, "check").click()
    tab.locator(".worth").first.wait_for()
    becomes(lambda: moves(tab), [first, second, "check", "check"])


@pytest.mark.parametrize("page", ["/order?game=kuhn", "/ladder?game=backgammon", "/tree?game=leduc"])
def test_a_page_says_which_games_it_cannot_take(tab, address, page):
    tab.goto(f"{address}{page}&lang=pt")
    tab.get_by_role("alert").get_by_text("esconde algo" if "backgammon" not in page else "tem acaso").wait_for()

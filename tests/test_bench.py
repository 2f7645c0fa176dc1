"""The benchmarks run, and refuse to compare speeds on different trees. How fast anything is, is not tested."""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
import pytest

import zermelo
from zermelo.books.positions import Positions
from zermelo.protocols.pgn import read_pgn

pytestmark = pytest.mark.slow

BENCH = Path(__file__).parent.parent / "bench"
SCRIPTS = sorted(path.name for path in BENCH.glob("[!_]*.py"))
SETS = BENCH / "sets"
UNTIMED = {
    "backgammon_match.py",
    "positions.py",
    "prices.py",
    "connect4_weights.py",
    "connect4_gpu.py",
    "gtp_match.py",
    "many.py",
    "attack.py",
    "chess_judge.py",
    "duel.py",
    "uci_match.py",
    "chess_ablation.py",
    "chess_chances.py",
    "chess_depth.py",
    "chess_endings.py",
    "chess_rating.py",
    "chess_suite.py",
    "proofs_judged.py",
}
"""They make positions, count nodes, fit weights and ratings, hold matches, solve suites, and attack."""


def run(script, *words):
    answer = subprocess.run([sys.executable, BENCH / script, *words], capture_output=True, text=True, timeout=300)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def rows(script, *words):
    return json.loads(run(script, "--json", "--repeats", "1", *words))["rows"]


@pytest.fixture
def common(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    return importlib.import_module("_common")


@pytest.mark.parametrize("script", sorted({*SCRIPTS} - UNTIMED))
def test_help_says_what_is_measured_and_how_often(script):
    said = run(script, "--help")
    assert "--repeats" in said
    assert "--json" in said


@pytest.mark.skipif(shutil.which(os.environ.get("CXX", "g++")) is None, reason="there is no C++ compiler")
def test_compiled_python_and_cpp_visit_the_same_trees():
    found = rows("native.py", "--perft", "6", "--alphabeta", "8")
    assert [(row["what"], row["nodes"], row["peer_nodes"]) for row in found] == [
        ("perft, depth 6", 137257, 137257),  # 1 + 7 + 49 + ... + 7 ** 6: nobody has won yet
        ("perft, depth 6", 137257, 137257),
        ("alphabeta, depth 8", 12574, 12574),
        ("alphabeta, depth 8", 12574, 12574),
    ]


def test_ours_visits_12574_nodes_at_depth_8_and_so_does_each_peer_that_is_installed():
    found = rows("peers.py", "--depth", "8", "--deep", "9")
    assert {row["what"]: row["nodes"] for row in found} == {"alphabeta, depth 8": 12574, "alphabeta, depth 9": 87585}
    assert {row["peer_nodes"] for row in found if "quoted" not in row["peer"]} <= {12574}  # none, where none is installed


@pytest.mark.parametrize(("depth", "nodes"), [(8, 12_574), (10, 155_590), (11, 1_692_129)])
def test_alphabeta_on_connect_four_visits_the_tree_that_all_libraries_visit(common, depth, nodes):
    ours = common.search("alphabeta", importlib.import_module("_boards").Blind(), depth)
    assert ours() > 0
    assert (ours.nodes, ours.value) == (nodes, 0)
    assert common.ALPHABETA_NODES[depth] == nodes


def test_desconecta_4_boom_searches_and_counts_what_it_must():
    found = rows("desconecta.py", "--depths", "4", "6", "--perft", "7")
    assert [row["what"] for row in found] == [
        "best move, depth 4, 264 nodes",
        "best move, depth 6, 3,513 nodes",
        "perft 7, 823,543 sequences, 13,032 finished",
    ]


def test_games_of_the_corpus_begin_as_they_should_and_count_what_their_dialect_counts():
    found = rows("corpus.py", "--only", "nim", "programmer/isola", "nine_mens_morris")
    assert [(row["game"], row["compiles"], row["beside"] is not None) for row in found] == [
        ("student/nim", True, False),
        ("programmer/isola", True, True),
        ("programmer/nine_mens_morris", False, False),
    ]
    assert found[1]["beside"]["nodes"] == found[1]["beside"]["peer_nodes"] > 70
    assert "`**` in a call does not compile" in found[2]["why"][0]
    assert min(row["interpreted_nodes_per_second"] for row in found) > 0


def test_a_game_that_is_not_in_the_corpus_is_named():
    answer = subprocess.run([sys.executable, BENCH / "corpus.py", "--only", "chess"], capture_output=True, text=True, timeout=300)
    assert answer.returncode == 1
    assert "there is no 'chess' in the corpus; there are library_user/aima_backgammon, " in answer.stderr


# The engine's


def test_the_sets_hold_what_positions_py_makes_of_its_seed():
    for kind in ("end-easy", "middle-easy"):
        assert run("positions.py", kind, "--count", "5").splitlines() == (SETS / f"{kind}.txt").read_text().splitlines()[:6]


def test_all_scores_of_connect_four_s_sets_are_right():
    sets = [SETS / f"{kind}.txt" for kind in ("end-easy", "middle-easy", "begin-easy")]
    found = rows("connect4_solver.py", "--positions", *sets)  # beside bitbully, where it is installed
    assert [(row["set"], row["positions"]) for row in found] == [("end-easy", 200), ("middle-easy", 200), ("begin-easy", 100)]


def test_a_wrong_score_ends_the_benchmark(tmp_path):
    file = tmp_path / "wrong"
    file.write_text("2252576253462244111563365343671351441 1\n")
    command = [sys.executable, BENCH / "connect4_solver.py", "--alone", "--repeats", "1", "--json", "--positions", file]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert answer.returncode == 1
    assert json.loads(answer.stdout)["differ"] == 1
    assert "zermelo -1, the file 1" in answer.stdout


def test_othello_s_endgames_and_perft():
    (found,) = rows("othello_endgames.py", "--positions", SETS / "empties-20.txt", "--first", "1")
    assert (found["empties"], found["score"]) == (20, -20)
    (counted,) = rows("othello_endgames.py", "--perft", "8")
    assert counted["sequences"] == 390_216


def test_draughts_are_counted_as_published():
    found = rows("draughts_perft.py", "--checkers", "7", "--draughts", "5")
    assert [row["nodes"] for row in found] == [179_740, 179_740, 27_117, 27_117]


def test_chess_is_counted_as_a_file_says(tmp_path):
    file = tmp_path / "positions.epd"
    file.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D3 8902\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D2 66\n")
    assert "3 counts of positions.epd are right: 8,988 leaves" in run("chess_perft.py", "--positions", file)
    file.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 ;D2 401\n")
    wrong = [sys.executable, BENCH / "chess_perft.py", "--positions", file, "--variant", "960"]
    answer = subprocess.run(wrong, capture_output=True, text=True, timeout=300)
    assert "perft 2: found 400, must be 401" in answer.stderr


def test_a_rook_mates():
    assert re.search(r"KRK\W+3 of 3", run("chess_endings.py", "--only", "KRK", "--games", "3", "--nodes", "20000"))


def test_a_draw_is_one_when_it_stands_on_the_board_and_not_when_it_could_be_claimed(monkeypatch):
    chess = pytest.importorskip("chess")
    monkeypatch.syspath_prepend(BENCH)
    match = importlib.import_module("uci_match")
    board = chess.Board()
    for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        assert not match.is_over(board)  # before the last move a draw could be claimed: Ng8 brings it about
        board.push_san(move)
    assert match.is_over(board)
    assert match.is_over(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"))
    assert not match.is_over(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"))


def test_a_suite_of_positions_is_gone_through(tmp_path):
    suite = tmp_path / "suite.epd"
    rank = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -"  # a mate on the back rank, to be found, and to be avoided
    suite.write_text(f'{rank} bm Rd8; id "mate";\n{rank} am Rd8; id "no mate";\n')
    told = json.loads(run("chess_suite.py", suite, "--seconds", "0.05", "--json"))
    assert told["rows"] == [{"file": "suite.epd", "solved": 1, "of": 2, "missed": ["no mate"]}]
    suite.write_text(f'{rank} id "what for?";')
    answer = subprocess.run([sys.executable, BENCH / "chess_suite.py", suite], capture_output=True, text=True, timeout=300)
    assert "line 1: it names no move that is best (bm) or to be avoided (am)" in answer.stderr


def test_matches_without_a_step_and_without_a_feature_are_counted_and_not_played_again(tmp_path):
    asked = ("chess_ablation.py", "--only", "table", "king", "--games", "2", "--nodes", "200", "--out", tmp_path / "rows", "--json")
    found = json.loads(run(*asked))["rows"]
    assert [(one["without"], one["won"] + one["drawn"] + one["lost"]) for one in found] == [("table", 2), ("king", 2)]
    kept = (tmp_path / "rows").read_text()
    assert json.loads(run(*asked))["rows"] == found
    assert (tmp_path / "rows").read_text() == kept


def test_chess_is_judged():
    pytest.importorskip("chess")
    assert "games: no difference" in run("chess_judge.py", "--count", "100")


def test_two_threads_are_timed_beside_one():
    (row,) = rows("threads.py", "kalah", "--seconds", "0.1", "--positions", "1")
    assert row["what"].startswith("kalah, depth")
    assert min(row["nodes"]) > 0
    assert row["ratio"] == pytest.approx(row["seconds"][0] / row["seconds"][1], rel=0.01)


def test_matches_against_a_peer():
    pytest.importorskip("pyspiel")
    words = ("mcts", "--game", "connect4", "--games", "2", "--seconds", "0.02", "--peer-seconds", "0.02", "--seed", "2")
    (row,) = rows("strength.py", *words)
    assert row["won"] + row["drawn"] + row["lost"] == 2
    assert row["book"].startswith("<book of ConnectFour")
    assert row["from_book"] in (6, 7)  # three of each game, up to eight plies; and a win that is at hand after eight


def test_the_engine_plays_itself_with_other_options_from_both_sides_of_each_opening(tmp_path):
    (tmp_path / "openings").write_text(".../.../x.. o\n")
    words = ("tictactoe", "--tried", "killers=false", "--nodes", "20000", "--games", "4", "--positions", str(tmp_path / "openings"))
    (row,) = json.loads(run("duel.py", *words, "--json"))["rows"]
    assert (row["won"], row["drawn"], row["lost"], row["share"]) == (0, 4, 0, 0.5)


def test_random_games_come_to_their_end():
    found = rows("playouts.py", "--games", "20", "--simulations", "20")
    assert [row["what"] for row in found] == [f"{game}, by {way}" for game in ("hex(11)", "go(9)") for way in ("actions", "playout")]


def test_the_studio_loses_no_move_of_those_who_play_at_once():
    found = rows("studio.py", "--players", "3", "--analysts", "1", "--seconds", "3")
    assert [row["what"].partition(":")[0] for row in found][-6::2] == [
        f"{what}, 3 at once, 1 analyse" for what in ("a move", "the computer's reply", "the first lines of a position")
    ]
    assert all(row["seconds"] > 0 for row in found)


def test_first_paints_are_timed_by_a_browser():
    pytest.importorskip("playwright", reason="`make browser` installs Playwright")
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))) and "CHROMIUM" not in os.environ:
        pytest.skip("there is no Chromium: `make browser` says how to get it")
    found = rows("paint.py", "--pages", "/", "/edit")
    assert [row["what"] for row in found] == [f"first paint of {page}, {size}" for size in ("desktop", "phone") for page in ("/", "/edit")]
    assert all(row["seconds"] > 0 for row in found)


def test_probes_of_databases_are_timed():
    found = rows("probes.py", "hexapawn", "--positions", "5")
    assert [row["what"] for row in found] == [f"hexapawn, {which}" for which in ("cold", "cold, from the disk", "warm", "others")]
    assert [row["target"] for row in found] == [0.0002, None, 5e-6, None]


def test_proof_number_search_is_timed_beside_the_engine():
    (found,) = rows("proof_numbers.py", "connect4(4, 4)", "--nodes", "5000")
    assert (found["what"], found["peer"], found["target"]) == ("connect4(4, 4)", "the engine", 0.5)
    assert 0 < found["nodes"] <= 10_000


def test_who_wins_is_judged_by_databases_and_gone_on_with(tmp_path):
    def judged(count):
        games = ("--games", "quixo(3)", "hare_and_hounds")
        return json.loads(run("proofs_judged.py", tmp_path, "--count", count, "--nodes", "5000", "--json", *games))["rows"]

    found = judged("5")
    assert [(one["game"], one["wins"] + one["draws"] + one["losses"] + one["unanswered"], one["wrong"]) for one in found] == [
        ("quixo(3)", 5, 0),
        ("hare_and_hounds", 5, 0),
    ]
    assert judged("5") == found
    for more, before in zip(judged("7"), found, strict=True):
        assert more["gone_through"] >= before["gone_through"] + 2
        assert more["seconds"] > before["seconds"] > 0


def test_a_wrong_answer_of_proof_number_search_is_told_with_its_position(tmp_path, monkeypatch, capsys):
    """Signs that are turned, or bounds that are too small, of answers that were right."""
    monkeypatch.syspath_prepend(BENCH)
    judge, prove = importlib.import_module("proofs_judged"), zermelo.prove
    asked = ["proofs_judged.py", str(tmp_path), "--games", "quixo(3)", "--count", "3", "--seed"]

    def at_once(*words, **options):
        found = prove(*words, **options)
        return replace(found, claims=tuple(replace(claim, plies=0) for claim in found.claims))

    def turned(*words, **options):
        found = prove(*words, **options)
        return replace(found, sign=-found.sign)

    for seed, wrong in enumerate((at_once, turned)):
        monkeypatch.setattr(judge.z, "prove", wrong)
        monkeypatch.setattr(sys, "argv", [*asked, str(seed)])
        with pytest.raises(SystemExit) as ended:
            judge.main()
        assert ended.value.code == 1
        said = capsys.readouterr()
        assert re.search(r"Quixo\(size=3\), '[xo.]{3}/[xo.]{3}/[xo.]{3} [xo]': the database says -?1, .* proof-number search -?1", said.err)
        assert re.search(r"together.* 3 ", said.out)


# What they share


def test_figures_are_medians_with_the_range_of_the_middle_half(common):
    race = common.Race("perft", "C++", nodes=100, ours=[1, 1, 2, 4, 9], peer_nodes=100, theirs=[1, 1, 1, 1, 1], target=0.9)
    assert (race.speed, race.peer_speed, race.ratio, race.met) == (50, 100, 0.5, False)
    assert common.spread(race.ours) == 1.5
    assert common.Limit("import", [0.1, 0.2, 0.1], most=0.15).met


def test_contestants_take_turns(common):
    order = []
    times = common.in_turns([lambda: order.append("we") or 1.0, lambda: order.append("they") or 2.0], repeats=2)
    assert order == ["we", "they", "we", "they"]
    assert times == [[1.0, 1.0], [2.0, 2.0]]


def test_another_count_ends_the_benchmark(common):
    with pytest.raises(SystemExit, match="nodes at depth 8: found 12573, must be 12574"):
        common.must_equal("nodes at depth 8", 12573, 12574)


CHESS = f"{sys.executable} -m zermelo uci"


def test_a_match_of_two_settings_of_a_chess_program_is_counted_and_kept(tmp_path):
    pytest.importorskip("chess", reason="python-chess is not installed")
    words = ("--tried", CHESS, "--base", CHESS, "UCI_LimitStrength=true", "UCI_Elo=1200", "--nodes", "2000", "--games", "4")
    (row,) = json.loads(run("uci_match.py", "--json", "--keep", str(tmp_path / "games.pgn"), *words))["rows"]
    assert (row["won"] + row["drawn"] + row["lost"], row["not counted"]) == (4, 0)
    assert row["share"] == (row["won"] + row["drawn"] / 2) / 4
    games = read_pgn((tmp_path / "games.pgn").read_text())
    whites = [game.headers["White"] == CHESS for game in games]
    points = [{"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[game.result] for game in games]
    assert whites == [True, False] * 2
    assert sum(point if white else 1 - point for point, white in zip(points, whites, strict=True)) == 4 * row["share"]
    assert all("eval" in game.moves[0].commands for game in games)


def test_the_depth_of_a_chess_program_is_told_after_each_time():
    pytest.importorskip("chess", reason="python-chess is not installed")
    (row,) = json.loads(run("chess_depth.py", "--json", "--programs", CHESS, "--seconds", "0.4", "0.2"))["rows"]
    assert 1 < row["depths"]["0.2"] <= row["depths"]["0.4"]
    assert row["speed"] > 0


@pytest.mark.parametrize(("answer", "counted"), [("sys.exit()", 0), ("print('bestmove a1a1')", 0), ("time.sleep(3)", 4)])
def test_a_chess_program_that_dies_or_breaks_the_rules_spoils_its_games_and_one_that_is_late_loses_them(tmp_path, answer, counted):
    pytest.importorskip("chess", reason="python-chess is not installed")
    peer = tmp_path / "peer.py"
    peer.write_text(PEER.format(answer=answer))
    words = ("--tried", CHESS, "--base", f"{sys.executable} {peer}", "--clock", "2+0.01", "--games", "4")
    answered = subprocess.run([sys.executable, BENCH / "uci_match.py", "--json", *words], capture_output=True, text=True, timeout=300)
    if counted:
        (row,) = json.loads(answered.stdout)["rows"]
        assert (row["won"], row["not counted"]) == (4, 0)
    else:
        assert answered.stderr.count("not counted: ") == 2
        assert answered.stderr.endswith("no game could be counted; why, stands above\n")


PEER = """
import sys, time
for line in sys.stdin:
    if line.startswith("go"):
        {answer}
        print("bestmove 0000", flush=True)
    print({{"uci": "uciok", "isready": "readyok"}}.get(line.split()[0], ""), flush=True)
"""


def test_the_chances_of_a_lead_are_fitted_to_games(monkeypatch):
    """Results that are drawn by the model, which the fit finds again; and what is read of a game: no mates, to who moves, no opening."""
    monkeypatch.syspath_prepend(BENCH)
    chances = importlib.import_module("chess_chances")
    lot = np.random.default_rng(1)
    lead = lot.normal(0, 300, 20_000)
    result = np.array([lot.choice(3, p=chance) - 1 for chance in chances.likelihoods(lead, 150, 60)])
    assert chances.fitted(lead, result) == pytest.approx((150, 60), rel=0.05)
    monkeypatch.setattr(chances, "FIRST_PLY", 1)
    (game,) = read_pgn("1. f3 {[%eval 0.5]} e5 {[%eval -0.25,9]} 2. g4 {[%eval -1]} Qh4# {[%eval #-1]} 0-1")
    assert chances.samples(game) == [(25, 1), (-100, -1)]


def test_a_rating_is_fitted_to_wins_draws_and_losses(monkeypatch):
    """It is Elo's logistic curve of the share that was won, in which a draw is a half; and opponents count by their ratings."""
    monkeypatch.syspath_prepend(BENCH)
    rating = importlib.import_module("chess_rating")

    def fitted(*counts, ratings=(2000.0,)):
        return rating.fitted(np.array(counts, float), np.array(ratings))

    assert fitted((10, 0, 10)) == pytest.approx(2000, abs=1)
    assert fitted((10, 0, 90)) == pytest.approx(2000 + 400 * np.log10(9), abs=1)
    assert fitted((20, 50, 20)) == pytest.approx(2000, abs=1)
    assert fitted((10, 60, 30)) == pytest.approx(2000 + 400 * np.log10(6 / 4), abs=1)
    assert fitted((30, 0, 10), (10, 0, 30), ratings=(2000.0, 2400.0)) == pytest.approx(2200, abs=1)


def test_the_rating_of_a_program_comes_from_the_games_that_were_kept(tmp_path):
    games, played = tmp_path / "games.pgn", (("us", "them", "1-0"), ("them", "us", "1-0"), ("us", "them", "1/2-1/2"))
    games.write_text("".join(f'[White "{white}"]\n[Black "{black}"]\n[Result "{end}"]\n\n{end}\n\n' for white, black, end in played))
    told = json.loads(run("chess_rating.py", games, "--player", "us", "--rated", "them", "2000", "30", "--json"))
    assert told["rows"] == [{"opponent": "them", "rating": 2000, "won": 1, "drawn": 1, "lost": 1}]
    assert told["rating"] == pytest.approx(2000, abs=1)
    assert told["interval"][0] <= told["rating"] <= told["interval"][1]
    wrong = [sys.executable, BENCH / "chess_rating.py", games, "--player", "us", "--rated", "others", "2000", "30"]
    assert "no finished game of 'us' against one that is rated" in subprocess.run(wrong, capture_output=True, text=True, timeout=300).stderr


def test_the_weights_of_connect_four_are_fitted_to_solved_positions():
    told = json.loads(run("connect4_weights.py", "--json", "--positions", "300"))
    fitted = {row["name"]: row["fitted"] for row in told["rows"]}
    assert 0.7 < told["above"] < 1
    assert fitted["stones in open lines"] == 1 < min(fitted["ODD"], fitted["EVEN"], fitted["TO_MOVE"])


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ("sys.exit()", "ended, or was silent for 60 s"),
        ("time.sleep(600)", "ended, or was silent for 0.5 s"),
        ("[print('x' * 1000, end='') for _ in range(10**6)]", "gave no end to its answer"),
        ("[print('= x') for _ in range(10**6)]", "gave no end to its answer"),
        ("print('? no\\n', flush=True)", "said '? no'"),
    ],
)
def test_a_peer_that_dies_or_hangs_ends_its_match_and_what_was_played_is_told(tmp_path, monkeypatch, capsys, answers, why):
    """It plays the first game as it should, then does this."""
    peer = tmp_path / "gtp-rhino"
    peer.write_text(RHINO.format(python=sys.executable, answers=answers))
    peer.chmod(0o755)
    monkeypatch.syspath_prepend(BENCH)
    strength = importlib.import_module("strength")
    monkeypatch.setattr(strength, "RHINO", (str(peer),))
    if "sleep" in answers:
        monkeypatch.setattr(strength, "PATIENCE", 0.5)
    games = iter([1.0, 0.5])
    monkeypatch.setattr(strength, "played", lambda game, engine, peer, *rest: next(games, None) or peer.choose(0))
    row = strength.match("grhino", "othello(4)", 10, 0.01, 1.0, 1, even=False)
    assert (row["games"], row["share"]) == (2, 0.75)
    assert row["ended"].startswith("in game 3 grhino ")
    assert why in row["ended"]
    assert "the games before it are counted" in capsys.readouterr().err


RHINO = """#!{python}
import sys, time
for line in sys.stdin:
    {answers} if line.startswith("genmove") else print("= ok\\n", flush=True)
    sys.stdout.flush()
"""


@numba.njit
def count_bits(word):
    found = 0
    while word:
        word &= word - 1
        found += 1
    return found


def test_what_solves_connect_four_on_a_card_finds_what_the_engine_finds(monkeypatch, tmp_path):
    """Compiled for a CPU, on a small board: several searches at each position, in turns of a few steps."""
    monkeypatch.syspath_prepend(BENCH)
    gpu = importlib.import_module("connect4_gpu")
    monkeypatch.setattr(gpu, "THREADS", 200)
    advance, table = gpu.solver(numba.njit, count_bits, 5, 4), np.zeros(gpu.BUCKET << 14, np.int64)
    owns, filleds, moves = (np.zeros((gpu.LEVELS, 200), np.int64) for _ in range(3))

    @numba.njit
    def advance_all(owns, filleds, moves, table, depths, goals, seeds, answers, steps):
        for thread in range(len(depths)):
            advance(thread, owns, filleds, moves, depths, goals, seeds, answers, table, 14, steps)

    def run(roots, depths, goals, seeds, answers, steps):
        owns[0], filleds[0] = roots
        advance_all(owns, filleds, moves, table, depths, goals, seeds, answers, steps)
        return 1.0

    game = zermelo.load_game("connect4(5, 4, score=True)")
    book = zermelo.make_book(game, tmp_path / "small.book", plies=4)
    states = list(Positions(game, 4, None).to_solve.values())
    least, most = np.array([game.bounds(state) for state in states]).T.copy()
    gpu.solve((np.array([int(s.own) for s in states]), np.array([int(s.own | s.other) for s in states])), least, most, run)
    assert least.tolist() == most.tolist() == [book.find(state).value for state in states]

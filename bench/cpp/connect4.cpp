// Connect four by hand, as the peer of the compiled Python class: the same rules, the same plain recursion.
//
//     connect4 perft DEPTH        sequences of exactly DEPTH moves, and how many of them end the game
//     connect4 alphabeta DEPTH    fixed depth from the start, columns left to right, evaluation 0, nodes counted
//
// Prints: result, nodes visited, seconds. Board: bit column * 7 + row, one empty row on top.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

constexpr int WIDTH = 7, HEIGHT = 6, H1 = HEIGHT + 1;

struct State {
    uint64_t mine, all;  // the stones of the player to move, and all stones
    int32_t stones;
    bool won;  // by the player who has just moved
};

inline uint64_t top(int column) { return uint64_t(1) << (column * H1 + HEIGHT - 1); }
inline uint64_t bottom(int column) { return uint64_t(1) << (column * H1); }

inline bool line(uint64_t p) {
    for (int step : {1, HEIGHT, H1, H1 + 1}) {
        uint64_t pairs = p & (p >> step);
        if (pairs & (pairs >> 2 * step)) return true;
    }
    return false;
}

inline State play(const State& s, int column) {
    uint64_t all = s.all | (s.all + bottom(column));
    uint64_t moved = s.mine | (all ^ s.all);
    return {s.mine ^ s.all, all, s.stones + 1, line(moved)};
}

inline bool terminal(const State& s) { return s.won || s.stones == WIDTH * HEIGHT; }

uint64_t nodes = 0, finished = 0;

uint64_t perft(const State& s, int depth) {
    nodes++;
    if (depth == 0) {
        finished += terminal(s);
        return 1;
    }
    if (terminal(s)) return 0;
    uint64_t sum = 0;
    for (int column = 0; column < WIDTH; column++)
        if (!(s.all & top(column))) sum += perft(play(s, column), depth - 1);
    return sum;
}

// Values are MAX's: 1, 0, -1. Fail-soft, as zermelo.search.alphabeta.
double alphabeta(const State& s, double alpha, double beta, int depth) {
    nodes++;
    if (terminal(s)) return s.won ? (s.stones % 2 ? 1 : -1) : 0;
    if (depth == 0) return 0;
    if (s.stones % 2 == 0) {
        double value = -1e300;
        for (int column = 0; column < WIDTH; column++) {
            if (s.all & top(column)) continue;
            double v = alphabeta(play(s, column), alpha, beta, depth - 1);
            if (v > value) value = v;
            if (value >= beta) return value;
            if (value > alpha) alpha = value;
        }
        return value;
    }
    double value = 1e300;
    for (int column = 0; column < WIDTH; column++) {
        if (s.all & top(column)) continue;
        double v = alphabeta(play(s, column), alpha, beta, depth - 1);
        if (v < value) value = v;
        if (value <= alpha) return value;
        if (value < beta) beta = value;
    }
    return value;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::fprintf(stderr, "usage: connect4 perft|alphabeta DEPTH\n"), 2;
    int depth = std::atoi(argv[2]);
    State start{0, 0, 0, false};
    auto begin = std::chrono::steady_clock::now();
    double result = std::strcmp(argv[1], "perft") ? alphabeta(start, -1e300, 1e300, depth) : double(perft(start, depth));
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("{\"result\": %.0f, \"finished\": %llu, \"nodes\": %llu, \"seconds\": %.6f}\n", result,
                static_cast<unsigned long long>(finished), static_cast<unsigned long long>(nodes), took.count());
}

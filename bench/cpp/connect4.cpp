// Connect four by hand, as the peer of the compiled Python class: the same rules, the same tree, nodes counted.
//
//     connect4 perft DEPTH               sequences of exactly DEPTH moves, and how many of them end the game
//     connect4 alphabeta DEPTH           fixed depth from the start, columns left to right, evaluation 0
//     connect4 perft-unfolded DEPTH      the same trees, with the leaves unfolded into their parents by hand:
//     connect4 alphabeta-unfolded DEPTH  most nodes are leaves, and a leaf then costs no call
//
// Prints the result, the finished sequences, the nodes visited and the seconds of processor time as JSON.
// Board: bit column * 7 + row, one empty row on top, so that no line runs out of one column into the next.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>

namespace {

constexpr int WIDTH = 7, HEIGHT = 6, H1 = HEIGHT + 1;

struct State {  // small enough to be passed by value, in registers
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

inline bool open(State s, int column) { return !(s.all & top(column)); }

inline State play(State s, int column) {
    uint64_t all = s.all | (s.all + bottom(column));
    uint64_t moved = s.mine | (all ^ s.all);
    return {s.mine ^ s.all, all, s.stones + 1, line(moved)};
}

inline bool terminal(State s) { return s.won || s.stones == WIDTH * HEIGHT; }

// MAX moves first; a won game is a win for the player who has just moved.
inline double utility(State s) { return !s.won ? 0 : s.stones % 2 ? 1 : -1; }

constexpr double INFINITE = 1e300;

uint64_t nodes = 0, finished = 0;

// As the book has it.

uint64_t perft(State s, int depth) {
    nodes++;
    if (depth == 0) {
        finished += terminal(s);
        return 1;
    }
    if (terminal(s)) return 0;
    uint64_t sum = 0;
    for (int column = 0; column < WIDTH; column++)
        if (open(s, column)) sum += perft(play(s, column), depth - 1);
    return sum;
}

// The value to MAX: 1, 0, -1. Fail-soft, as zermelo.search.alphabeta.
double alphabeta(State s, double alpha, double beta, int depth) {
    nodes++;
    if (terminal(s)) return utility(s);
    if (depth == 0) return 0;
    if (s.stones % 2 == 0) {
        double value = -INFINITE;
        for (int column = 0; column < WIDTH; column++) {
            if (!open(s, column)) continue;
            double worth = alphabeta(play(s, column), alpha, beta, depth - 1);
            if (worth > value) value = worth;
            if (value >= beta) return value;
            if (value > alpha) alpha = value;
        }
        return value;
    }
    double value = INFINITE;
    for (int column = 0; column < WIDTH; column++) {
        if (!open(s, column)) continue;
        double worth = alphabeta(play(s, column), alpha, beta, depth - 1);
        if (worth < value) value = worth;
        if (value <= alpha) return value;
        if (value < beta) beta = value;
    }
    return value;
}

// With the leaves unfolded: each child is tested before the call. Call them with a root that is no leaf.

uint64_t perft_unfolded(State s, int depth) {
    uint64_t sum = 0;
    for (int column = 0; column < WIDTH; column++) {
        if (!open(s, column)) continue;
        State child = play(s, column);
        nodes++;
        if (depth == 1) {
            finished += terminal(child);
            sum++;
        } else if (!terminal(child)) {
            sum += perft_unfolded(child, depth - 1);
        }
    }
    return sum;
}

int alphabeta_unfolded(State s, int alpha, int beta, int depth) {
    bool max = s.stones % 2 == 0;
    int value = max ? -2 : 2;
    for (int column = 0; column < WIDTH; column++) {
        if (!open(s, column)) continue;
        State child = play(s, column);
        nodes++;
        int worth = child.won ? (max ? 1 : -1) : depth == 1 || terminal(child) ? 0 : alphabeta_unfolded(child, alpha, beta, depth - 1);
        if (max) {
            if (worth > value) value = worth;
            if (value >= beta) return value;
            if (value > alpha) alpha = value;
        } else {
            if (worth < value) value = worth;
            if (value <= alpha) return value;
            if (value < beta) beta = value;
        }
    }
    return value;
}

double searched(const char* what, State start, int depth) {
    if (!std::strcmp(what, "perft")) return double(perft(start, depth));
    if (!std::strcmp(what, "alphabeta")) return alphabeta(start, -INFINITE, INFINITE, depth);
    nodes++;
    if (!std::strcmp(what, "perft-unfolded")) return double(perft_unfolded(start, depth));
    return alphabeta_unfolded(start, -2, 2, depth);
}

bool is_known(const char* what) {
    for (const char* name : {"perft", "alphabeta", "perft-unfolded", "alphabeta-unfolded"})
        if (!std::strcmp(what, name)) return true;
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 || !is_known(argv[1]) || std::atoi(argv[2]) < 1) {
        std::fprintf(stderr, "usage: connect4 perft|alphabeta|perft-unfolded|alphabeta-unfolded DEPTH\n");
        return 2;
    }
    std::clock_t begin = std::clock();
    double result = searched(argv[1], State{0, 0, 0, false}, std::atoi(argv[2]));
    double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("{\"result\": %.0f, \"finished\": %llu, \"nodes\": %llu, \"seconds\": %.6f}\n", result,
                static_cast<unsigned long long>(finished), static_cast<unsigned long long>(nodes), seconds);
}

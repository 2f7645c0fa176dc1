"""Sets of small numbers: which of 64 members a set has is one word, so that `in` looks at a bit, and `|` joins two words.

The members of many sets of rules are numbered from 0 to 63 by nature: whole numbers below 64, members of an Enum, pairs of numbers below 8
(cells of a board), triples of numbers below 4. The head of such a set is that of a list, with the word behind it. The list has the members
that have no number, as a pair with -1 in it; it is nearly always empty.

    how many others   room for others   where they are   the word
    0                 8                 16               24
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.native.plain import kinds
from zermelo.native.plain.emitter import LIST_HEAD, Emitter
from zermelo.native.plain.kinds import BOOL, I64, INT, Kind, List, Set
from zermelo.native.plain.values import Value

SET_HEAD: Final = LIST_HEAD + 8
"""Bytes of the head of a set of numbered members."""


class Sets(Emitter):
    """Writes what is done with the words of sets."""

    def number_of(self, one: Value) -> tuple[Any, Any]:
        """Whether a member has a number, and which: below 64 in any case."""
        bits = kinds.bits_of_number(one.kind)
        number = either = self.integer(0)
        for part in self.parts(one):
            number = self.builder.or_(self.builder.shl(number, self.integer(bits)), part)
            either = self.builder.or_(either, part)
        has = self.builder.icmp_unsigned("<", either, self.integer(1 << bits))
        return has, self.builder.and_(number, self.integer(63))

    def numbered_member(self, member: Kind, number: Any) -> Value:
        """The member that has a number."""
        bits, count = kinds.bits_of_number(member), len(member.parts)
        shifts = [bits * place for place in reversed(range(count))]
        parts = [self.builder.and_(self.builder.lshr(number, self.integer(shift)), self.integer((1 << bits) - 1)) for shift in shifts]
        return Value(member, parts)

    def word_of(self, held: Value) -> Any:
        """The word of a set."""
        return self.load_word(self.parts(held)[0], LIST_HEAD)

    def put_word_of(self, held: Value, word: Any) -> None:
        """Let it be the word of a set."""
        self.store_word(word, self.parts(held)[0], LIST_HEAD)

    def others_of(self, held: Value) -> Value:
        """The members of a set that have no number, as a list."""
        assert isinstance(held.kind, Set)
        return Value(List(held.kind.member), self.parts(held))

    def others_count(self, *sets: Value) -> Any:
        """0 if no member of these sets is without a number."""
        found = self.integer(0)
        for one in sets:
            found = self.builder.or_(found, self.load_word(self.parts(one)[0], 0))
        return found

    def are_words(self, *sets: Value) -> Value:
        """Whether no member of these sets is without a number."""
        return Value(BOOL, [self.builder.icmp_signed("==", self.others_count(*sets), self.integer(0))])

    def empty_head(self, word: Any) -> Any:
        """A new set with the numbered members of a word."""
        head = self.take(self.integer(SET_HEAD))
        for offset, number in ((0, self.integer(0)), (8, self.integer(0)), (16, self.at(head, SET_HEAD)), (LIST_HEAD, word)):
            self.store_word(number, head, offset)
        return head

    def size_of_set(self, held: Value) -> Value:
        """How many members a set has."""
        numbered = self.builder.call(self.program.intrinsic("llvm.ctpop", [I64]), [self.word_of(held)])
        return Value(INT, [self.builder.add(numbered, self.others_count(held))])

    def bit(self, number: Any) -> Any:
        """The word of this one member."""
        return self.builder.shl(self.integer(1), number)

    def has_number(self, held: Value, number: Any) -> Any:
        """Whether the member of this number is in the set."""
        found = self.builder.and_(self.word_of(held), self.bit(number))
        return self.builder.icmp_signed("!=", found, self.integer(0))

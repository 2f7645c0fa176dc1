"""`hash` of whole numbers and of tuples of them, as CPython works it out; what it says of texts is another number in each process."""

from __future__ import annotations

import sys
from typing import Any, Final

from zermelo.native.plain import kinds
from zermelo.native.plain.builtin_functions import BUILTINS, Builtins
from zermelo.native.plain.kinds import INT, Member, Never, Sequence, Tuple
from zermelo.native.plain.values import NEVER_VALUE, RefusedError, Value

FACTOR: Final = 11400714785074694791
LANE_FACTOR: Final = 14029467366897019727
START: Final = 2870177450012600261
"""The primes of xxHash (Y. Collet) that CPython's tuples use, `XXPRIME_1`, 2 and 5 of its Objects/tupleobject.c."""
LENGTH_MASK: Final = START ^ 3527539
TURN: Final = 31
"""By how many bits the sum is turned after each member."""
IN_THE_PLACE_OF_ERROR: Final = 1546275796
"""What a tuple has whose hash would be -1, which means an error there."""


class Hashing(Builtins):
    """Writes `hash`."""

    def call_hash(self, obj: Value) -> Value:
        """`hash(x)`."""
        kind = obj.kind
        if isinstance(kind, Never):
            return NEVER_VALUE
        if (own := self.by_own_method("__hash__", obj)) is not None:
            return self.call_hash(own)
        if kinds.is_whole(kind) and not isinstance(kind, Member):
            return Value(INT, [self._hash_of_number(self.parts(self.whole(obj))[0])])
        is_tuple = isinstance(kind, Tuple) and (kind.cls is None or issubclass(kind.cls, tuple))
        if not is_tuple and (not isinstance(kind, Sequence) or kind.is_text or kind.is_list):
            raise RefusedError(f"`hash` of {kinds.in_words(kind)} does not compile; it does of whole numbers and of tuples of these")
        name, frame = f"<hash {self._count()}>", self.frame
        self.assign(name, Value(INT, [self._word_of(START)]))

        def one(member: Value) -> None:
            lane = self.parts(self.call_hash(member))[0]
            self.assign(name, Value(INT, [self._with_lane(self.parts(self.of_frame(name, frame))[0], lane)]), frame)

        self.each(obj, one, ("hash", self._count()))
        if not self.alive:
            return NEVER_VALUE
        length = self.builder.xor(self.parts(self.length(obj))[0], self._word_of(LENGTH_MASK))
        return Value(INT, [self._not_an_error(self.builder.add(self.parts(self.name(name))[0], length), IN_THE_PLACE_OF_ERROR)])

    def _hash_of_number(self, word: Any) -> Any:
        """What remains of a number, without its sign, over a prime."""
        build, zero = self.builder, self.integer(0)
        negative = build.icmp_signed("<", word, zero)
        rest = build.urem(build.select(negative, build.sub(zero, word), word), self.integer(sys.hash_info.modulus))
        return self._not_an_error(build.select(negative, build.sub(zero, rest), rest), -2)

    def _with_lane(self, total: Any, lane: Any) -> Any:
        build = self.builder
        total = build.add(total, build.mul(lane, self._word_of(LANE_FACTOR)))
        turned = build.or_(build.shl(total, self.integer(TURN)), build.lshr(total, self.integer(64 - TURN)))
        return build.mul(turned, self._word_of(FACTOR))

    def _not_an_error(self, word: Any, other: int) -> Any:
        return self.builder.select(self.builder.icmp_signed("==", word, self.integer(-1)), self.integer(other), word)

    def _word_of(self, number: int) -> Any:
        return self.integer(number - (1 << 64) if number >> 63 else number)


BUILTINS[hash] = "hash"

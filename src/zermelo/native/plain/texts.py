"""What Python does with texts, written as rules are: it is compiled with the rules that ask for it."""

from __future__ import annotations

from typing import Any, Final

BLANKS: Final = " \t\n\r\v\f\x85\xa0" + "".join(map(chr, (0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)))
"""What may stand around the digits of a number."""
SEPARATORS: Final = BLANKS + "\x1c\x1d\x1e\x1f"
"""What `str.isspace` holds of."""


def contains(text: Any, part: Any) -> bool:
    """`part in text`."""
    return find(text, part, None, None) >= 0


def find(text: Any, part: Any, start: Any, end: Any) -> int:
    """`text.find(part, start, end)`; what is None is not given."""
    for place in range(first(text, start), last(text, end) - len(part) + 1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def rfind(text: Any, part: Any, start: Any, end: Any) -> int:
    """`text.rfind(part, start, end)`."""
    for place in range(last(text, end) - len(part), first(text, start) - 1, -1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def index(text: Any, part: Any, start: Any, end: Any) -> int:
    """`text.index(part, start, end)`."""
    found = find(text, part, start, end)
    if found < 0:
        raise ValueError
    return found


def rindex(text: Any, part: Any, start: Any, end: Any) -> int:
    """`text.rindex(part, start, end)`."""
    found = rfind(text, part, start, end)
    if found < 0:
        raise ValueError
    return found


def count(text: Any, part: Any, start: Any, end: Any) -> int:
    """`text.count(part, start, end)`."""
    found = 0
    place = first(text, start)
    while place + len(part) <= last(text, end):
        if text[place : place + len(part)] == part:
            found += 1
            place += max(len(part), 1)
        else:
            place += 1
    return found


def replace(text: Any, old: Any, new: Any, most: int) -> Any:
    """`text.replace(old, new, most)`; any number of times where that is below 0."""
    made = "" + text[:0]
    start = 0
    here = 0
    times = 0
    while here + len(old) <= len(text) and (most < 0 or times < most):
        if text[here : here + len(old)] == old:
            made = made + text[start:here] + new
            times += 1
            start = here + len(old)
            here = max(start, here + 1)
        else:
            here += 1
    return made + text[start:]


def startswith(text: Any, part: Any, start: Any, end: Any) -> bool:
    """`text.startswith(part, start, end)`."""
    here = first(text, start)
    return here + len(part) <= last(text, end) and text[here : here + len(part)] == part


def endswith(text: Any, part: Any, start: Any, end: Any) -> bool:
    """`text.endswith(part, start, end)`."""
    here = last(text, end) - len(part)
    return here >= first(text, start) and text[here : here + len(part)] == part


def first(text: Any, start: Any) -> int:
    """Where what begins at `start` does: it may lie behind the text."""
    return 0 if start is None else max(start + len(text), 0) if start < 0 else start


def last(text: Any, end: Any) -> int:
    """Where what ends at `end` does."""
    return len(text) if end is None else max(end + len(text), 0) if end < 0 else min(end, len(text))


def split(text: Any, by: Any) -> Any:
    """`text.split(by)`."""
    if len(by) == 0:
        raise ValueError("empty separator")
    parts = []
    start = 0
    here = 0
    while here + len(by) <= len(text):
        if text[here : here + len(by)] == by:
            parts.append(text[start:here])
            here += len(by)
            start = here
        else:
            here += 1
    parts.append(text[start:])
    return parts


def split_at_blanks(text: Any) -> Any:
    """`text.split()`."""
    parts = []
    start = -1
    for here in range(len(text)):
        if text[here] in SEPARATORS:
            if start >= 0:
                parts.append(text[start:here])
            start = -1
        elif start < 0:
            start = here
    if start >= 0:
        parts.append(text[start:])
    return parts


def zfill(text: Any, width: int) -> Any:
    """`text.zfill(width)`: a sign stays in front."""
    signs = 1 if len(text) > 0 and text[0] in "+-" else 0
    return text[:signs] + "0" * (width - len(text)) + text[signs:]


def joined(glue: Any, parts: Any) -> Any:
    """`glue.join(parts)`."""
    text = "" + glue[:0]
    for place in range(len(parts)):
        if place > 0:
            text = text + glue
        text = text + parts[place]
    return text


def digits(number: int) -> Any:
    """`str(number)`."""
    text = written(abs(number), "0123456789")
    return "-" + text if number < 0 else text


def binary(number: int) -> Any:
    """`bin(number)`."""
    text = "0b" + written(abs(number), "01")
    return "-" + text if number < 0 else text


def written(number: int, signs: Any) -> Any:
    """A number from 0 up with these signs for its digits."""
    text = "" + signs[:0]
    left = number
    while left >= len(signs):
        text = signs[left % len(signs)] + text
        left = left // len(signs)
    return signs[left] + text


def number(text: Any) -> int:
    """`int(text)`."""
    found = 0
    sign = 1
    place = 0
    end = len(text)
    while place < end and text[place] in BLANKS:
        place += 1
    while place < end and text[end - 1] in BLANKS:
        end -= 1
    if place < end and text[place] in "+-":
        sign = -1 if text[place] == "-" else 1
        place += 1
    if place == end:
        raise ValueError("no digits")
    first = place
    while place < end:
        if text[place] == "_" and first < place < end - 1:  # one between two digits
            place += 1
        found = found * 10 + int(text[place])
        place += 1
    return sign * found

"""What Python does with texts, written as rules are: it is compiled with the rules that ask for it."""

from __future__ import annotations

from typing import Any


def contains(text: Any, part: Any) -> bool:
    """`part in text`."""
    return find(text, part) >= 0


def find(text: Any, part: Any) -> int:
    """`text.find(part)`."""
    for start in range(len(text) - len(part) + 1):
        if text[start : start + len(part)] == part:
            return start
    return -1


def startswith(text: Any, part: Any) -> bool:
    """`text.startswith(part)`."""
    return bool(text[: len(part)] == part)


def endswith(text: Any, part: Any) -> bool:
    """`text.endswith(part)`."""
    return len(text) >= len(part) and text[len(text) - len(part) :] == part


def split(text: Any, by: Any) -> Any:
    """`text.split(by)`."""
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
        if text[here] == " " or text[here] == "\n" or text[here] == "\t":
            if start >= 0:
                parts.append(text[start:here])
            start = -1
        elif start < 0:
            start = here
    if start >= 0:
        parts.append(text[start:])
    return parts


def zfill(text: Any, width: int) -> Any:
    """`text.zfill(width)` of digits."""
    return "0" * (width - len(text)) + text


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
    text = "" + "0123456789"[:0]
    left = abs(number)
    while left >= 10:
        text = "0123456789"[left % 10] + text
        left = left // 10
    text = "0123456789"[left] + text
    return "-" + text if number < 0 else text


def number(text: Any) -> int:
    """`int(text)`."""
    found = 0
    sign = 1
    place = 0
    if text[0] == "-":
        sign = -1
        place = 1
    if place == len(text):
        raise ValueError("no digits")
    while place < len(text):
        found = found * 10 + int(text[place])
        place += 1
    return sign * found

"""Where the studio listens, the names under which it answers, and the addresses that it prints.

Starlette's TrustedHostMiddleware takes a fixed list of names: it would refuse an address by which a connection came in, as a class
opens a studio that listens on all addresses of its machine.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import quote

from zermelo.errors import SpecError

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
PORT: Final = 8400
TRIES: Final = 20
"""Ports that are tried, from PORT on, where none is named."""
_EVERYWHERE: Final = ("", "*", "0.0.0.0", "::")  # noqa: S104  what people write for all addresses
_OUTSIDE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that nobody has (RFC 5737, RFC 3849): the way to them shows our own address, and nothing is sent."""


class Hosts:
    """The names under which the studio answers: those that it was given, and any address by which a connection came in.

    A site whose name is made to point here (DNS rebinding) still sends that name, which is none of these; an address as digits
    cannot be made to point elsewhere.
    """

    def __init__(self, names: Iterable[str] = LOOPBACK) -> None:
        self._names = {name.casefold().rstrip(".") for name in names}

    def accept(self, host: str, server: str) -> bool:
        """Whether a request with this `Host`, which came in at the address `server`, is for us."""
        name = name_of(host)
        given = _address(name)
        return name.rstrip(".") in self._names or (given is not None and given == _address(server))


def name_of(host: str) -> str:
    """A host without its port: `[::1]:8000` is `::1`."""
    if host.startswith("["):
        return host[1:].partition("]")[0].casefold()
    return host.partition(":")[0].casefold()


def neighbourhood(address: str) -> str:
    """The address that distinguishes clients: an IPv6 address by its network, as everybody there has as many as they like."""
    found = _address(address)
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found or address)


def is_local(address: str) -> bool:
    """Whether only this machine reaches it."""
    found = _address(address)
    return found is not None and found.is_loopback


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens there, at the first free port from PORT on unless one is named. Raises SpecError where that cannot be.

    `0.0.0.0` is all addresses of IPv4; '', `*` and `::` are all addresses, of IPv4 too.
    """
    both = host in ("", "*", "::") and socket.has_dualstack_ipv6()
    where = "::" if both else "0.0.0.0" if host in ("", "*") else host  # noqa: S104  as the user asked
    try:
        family, _, _, _, found = socket.getaddrinfo(where, port or PORT, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError) as error:
        raise SpecError(f"there is no address {host!r} to listen on; name one of this machine with --host, such as 0.0.0.0") from error
    for candidate in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            made = socket.create_server((found[0], candidate, *found[2:]), family=family, dualstack_ipv6=both, backlog=512)
            return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, made.detach())  # asyncio then sends without delay
        except OSError as error:
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            raise SpecError(
                f"cannot listen on {host or 'all addresses'}, port {candidate}: {error.strerror or error}; "
                "choose another with --port, or --host"
            ) from error
    raise SpecError(f"the ports {PORT} to {PORT + TRIES - 1} are all taken on {host or 'all addresses'}; name one with --port")


def own_names() -> list[str]:
    """What this machine is called: its name, the first part of it, and that in the local network (mDNS)."""
    name = socket.gethostname().casefold()
    short = name.partition(".")[0]
    return list(dict.fromkeys(one for one in (name, short, f"{short}.local") if short))


def own_addresses() -> list[str]:
    """The addresses under which others may reach this machine, the usual ones first."""
    found = []
    for family, outside in _OUTSIDE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((outside, 9))
            found.append(way.getsockname()[0])
    with suppress(OSError, UnicodeError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    return list(dict.fromkeys(one for one in found if not is_local(one) and "%" not in one))


def shown(host: str, port: int, token: str | None) -> list[str]:
    """The addresses to open, as they are printed: those that work from this machine first."""
    ending = "/" if token is None else f"/?token={quote(token, safe='')}"
    if host in _EVERYWHERE:
        others = [one for one in own_addresses() if host != "0.0.0.0" or ":" not in one]  # noqa: S104  as the user wrote it
        names = ["localhost", *others]
    else:
        names = ["localhost" if host == "127.0.0.1" else host]
    return [f"http://{_in_address(name)}:{port}{ending}" for name in names]


def _in_address(name: str) -> str:
    return f"[{name.replace('%', '%25')}]" if ":" in name else name


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address, IPv4 ones that came in by IPv6 as IPv4; None for a name."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found

"""Refuses what would leave this machine, in this process and until it ends."""

import ipaddress
import socket
import sys

# What was refused, so that a test can fail even where the refusal was caught and passed over.
attempts = []
_LOCAL_NAMES = frozenset({"", "localhost"})
_BY_ADDRESS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_BY_NAME = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})


class LeavesTheMachineError(Exception):
    """Not an OSError, which code under test may take for a network that is down."""


def refuse():
    """Stop every connection, datagram and name look-up but those to this machine, from now on."""
    sys.addaudithook(_watch)


def _watch(event, arguments):
    if event in _BY_NAME:
        host = arguments[0]
    elif event in _BY_ADDRESS and arguments[0].family in (socket.AF_INET, socket.AF_INET6):
        if arguments[1] is None:
            return  # a datagram on a connected socket
        host = arguments[1][0]
    else:
        return
    if not _is_local(host):
        attempts.append(f"{event} {host}")
        raise LeavesTheMachineError(f"{event} {host}")


def _is_local(host):
    name = host.decode() if isinstance(host, bytes) else host or ""
    if name in _LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False

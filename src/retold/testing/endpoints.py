"""A service that answers as a test tells it to: a real HTTP server, for this machine only."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Self

Answer = Callable[[Any], tuple[int, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request as it came: `headers` by their names in small letters, `body` out of JSON."""

    path: str
    headers: dict[str, str]
    body: Any


class FakeEndpoint:
    """Answers every POST with `answer(body)`, a status and what goes out as JSON (bytes as is).

    Use it as a context manager; `url` is where it listens and `requests` what came.
    """

    def __init__(self, answer: Answer) -> None:
        self.requests: list[Request] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(answer, self.requests))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """The address without a path, on a port that was free."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(answer: Answer, requests: list[Request]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the name that http.server looks for
            length = int(self.headers["Content-Length"])
            body = json.loads(self.rfile.read(length))
            headers = {name.lower(): value for name, value in self.headers.items()}
            requests.append(Request(path=self.path, headers=headers, body=body))
            status, said = answer(body)
            sent = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: Any) -> None:
            """Keep the output of the tests clean."""

    return Handler

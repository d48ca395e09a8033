"""A connection: its limits of size and time, and its errors as problem+json."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final, Protocol, cast

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.task import ErrorTask, WSGITask

from chalicelib.api.http.messages import REQUEST_ID, request_id

from .refusals import reply_to

REQUEST_SECONDS: Final = 10
"""How long a request may take to come in, from its first byte to its last."""
MUCH: Final = 64 * 1024
"""An answer of which so much is left unread is worth a look at what all clients leave."""
IDLE_SECONDS: Final = 60
"""How long a connection may be silent."""


class Owner(Protocol):
    """The server of a connection."""

    def limit_unread(self) -> None:
        """Close connections while all leave too much unread."""
        ...


class Parser(HTTPRequestParser):
    """Reads a request, and refuses those that two servers could read differently."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request.

        Raises
        ------
        ParsingError
            It is not HTTP, or the length of its body is ambiguous (RFC 9112, 6.1 and 6.3).
        """
        try:
            super().parse_header(header_plus)
        except TransferEncodingNotImplemented:
            raise ParsingError("The only Transfer-Encoding is chunked.") from None
        except ValueError:  # a target that is no URI, a length of thousands of digits
            raise ParsingError("The target or a length cannot be read.") from None
        if not self.chunked and not self.content_length:
            self.expect_continue = False  # without a body to read
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length does not go with Transfer-Encoding.")
        if "TRANSFER_ENCODING" in self.headers:  # still: only HTTP/1.1 knows it
            raise ParsingError("There is no Transfer-Encoding before HTTP/1.1.")


class AnswerTask(WSGITask):
    """Answers a request: head and body are sent together, and no body is a complete answer.

    waitress sends the head by itself, which costs a play a tenth of its time, and closes the
    connection after each 204 and 304, since these have no Content-Length. They need none
    (RFC 9110, 15.3.5 and 15.4.5).
    """

    def write(self, data: bytes) -> None:
        """Send ``data``, the first time together with the head."""
        if self.wrote_header or not data or not self.has_body or self.content_length is None:
            super().write(data)
            return
        head = self.build_response_header()
        self.wrote_header = True
        self.content_bytes_written = len(data)
        self.channel.write_soon(head + data)

    def set_close_on_finish(self) -> None:
        """Close the connection after the answer, unless the only reason is the missing body."""
        headers = cast(HTTPRequestParser, self.request).headers  # the stubs call it an error
        kept = self.version == "1.1" and headers.get("CONNECTION", "").lower() != "close"
        if self.has_body or not kept:
            super().set_close_on_finish()


class ProblemTask(ErrorTask):
    """Answers an error of the server itself."""

    def execute(self) -> None:
        """Write the answer, and end the connection."""
        request = cast(Any, self.request)  # the stubs take it for its error
        error = request.error
        given = {"x-request-id": request.headers.get("X_REQUEST_ID", "")}
        reply = reply_to(error.code, error.reason, error.body)
        body = reply.body.encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [*self.response_headers, *reply.headers.items()]
        self.response_headers.append((REQUEST_ID, request_id(given, secrets.token_hex(6))))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """A connection."""

    parser_class = Parser
    task_class = AnswerTask
    error_task_class = ProblemTask

    begun = 0.0
    """When the request that is coming in began."""
    heard = 0.0
    """When data last came in; before that, when it was opened."""
    asked = False
    """Whether a complete request has come in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.heard = time.time()

    def received(self, data: bytes) -> bool:
        """Parse incoming data; note when a request begins and whether one was complete."""
        before, self.heard = self.request, time.time()
        taken: bool = super().received(data)
        if self.request is not before:
            self.begun = self.heard
        self.asked = self.asked or bool(self.requests)
        return taken

    def writable(self) -> bool:
        """Whether the loop is to write.

        Not while a thread works on a request: it sends its answer itself. The loop would wake up
        for that answer again and again, and take the processor from the thread.
        """
        left = self.total_outbufs_len and not self.requests
        return bool(left or self.will_close or self.close_when_flushed)

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Close the connection of a client that keeps sending requests and reads no answer.

        waitress lets the thread wait for the client here; with as many such clients as threads
        nobody else would be answered. The name is private to waitress: a test fails when it
        changes.
        """
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.give_up()

    def write_soon(self, data: bytes) -> int:
        """Send an answer, or what of it the client takes now; the rest waits in memory."""
        written: int = super().write_soon(data)
        if self.total_outbufs_len > MUCH:
            cast(Owner, self.server).limit_unread()
        return written

    def give_up(self) -> None:
        """Close the connection at the next turn of the loop, whatever it still has to send."""
        self.will_close = True
        self.connected = False
        self.server.pull_trigger()

    def is_over(self, now: float) -> bool:
        """Whether it has been silent or slow for too long, or is to be closed."""
        if self.will_close:  # and does not read the rest of its answer
            return True
        if self.requests:
            return False
        if self.request is not None and now - self.begun > REQUEST_SECONDS:
            return True
        return now - self.last_activity > IDLE_SECONDS

    def idleness(self) -> tuple[bool, float] | None:
        """Return a key that sorts idle connections, the most idle first; ``None``: it is busy.

        First come those without a complete request and those that do not read their answer,
        then those that may ask again; of either the longest silent.
        """
        if self.requests:
            return None
        if self.request is not None:
            return False, self.begun
        return self.asked and not self.total_outbufs_len, self.heard

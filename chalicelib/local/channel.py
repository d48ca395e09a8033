"""A connection: what may come in, how long it may take, and errors that are problem+json."""

from __future__ import annotations

import json
import time
from typing import Any, Final, cast

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.task import ErrorTask, WSGITask

from chalicelib.api.http.body import MAX_BODY
from chalicelib.api.http.messages import Reply, cors_headers
from chalicelib.api.problems.problem import MEDIA_TYPE, problem
from chalicelib.service.errors import Refusal, say

REQUEST_SECONDS: Final = 10
"""How long a request may take to come in, from its first byte to its last."""
IDLE_SECONDS: Final = 60
"""How long a connection may be silent."""


def reply_to(status: int, reason: str, detail: str) -> Reply:
    """Return the answer to a request that never reached the app.

    A body too large and a fault of the server are problems the API knows. A request that is no
    HTTP has no meaning beyond its status, which RFC 9457 (4.2.1) calls ``about:blank``.
    """
    if status == 413:
        reply = problem(
            Refusal(
                "too-large", say("a body has at most {most} bytes", most=MAX_BODY), limit=MAX_BODY
            )
        )
    elif status == 500:
        reply = problem(Refusal("internal", "the fault has been logged"))
    else:
        body = {"type": "about:blank", "title": reason, "status": status, "detail": detail}
        headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
        reply = Reply(status, json.dumps(body), headers)
    reply.headers |= cors_headers()
    return reply


class Parser(HTTPRequestParser):
    """Reads a request, and refuses those of which two servers may think differently."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request.

        Raises
        ------
        ParsingError
            It is no HTTP, or its body's length is not certain (RFC 9112, 6.1 and 6.3).
        """
        try:
            super().parse_header(header_plus)
        except TransferEncodingNotImplemented:
            raise ParsingError("The only Transfer-Encoding is chunked.") from None
        except ValueError:  # a target that is no URI, a length of thousands of digits
            raise ParsingError("The target or a length cannot be read.") from None
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length does not go with Transfer-Encoding.")
        if "TRANSFER_ENCODING" in self.headers:  # still: only HTTP/1.1 knows it
            raise ParsingError("There is no Transfer-Encoding before HTTP/1.1.")


class AnswerTask(WSGITask):
    """Answers a request in one piece: head and body leave together."""

    def finish(self) -> None:
        """Send the answer from this thread, and do not wait for the loop to come round."""
        super().finish()
        cast(Channel, self.channel).send_written()


class ProblemTask(ErrorTask):
    """Answers an error of the server's own."""

    def execute(self) -> None:
        """Write the answer, and end the connection."""
        error = cast(Any, self.request).error  # the stubs take the request for its error
        reply = reply_to(error.code, error.reason, error.body)
        body = reply.body.encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [*self.response_headers, *reply.headers.items()]
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
    """When something last came in, or it was opened."""
    asked = False
    """Whether a whole request has ever come in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.heard = time.time()

    def received(self, data: bytes) -> bool:
        """Take what has come in, and note when a request begins and when there has been one."""
        before, self.heard = self.request, time.time()
        taken: bool = super().received(data)
        if self.request is not before:
            self.begun = self.heard
        self.asked = self.asked or bool(self.requests)
        return taken

    def writable(self) -> bool:
        """Whether the loop is to write.

        Not while a thread still works on the answer, as it sends that itself: the loop would be
        told again and again that it could write, and take the processor from that thread.
        """
        if self.will_close or self.close_when_flushed:
            return True
        most = self.adj.outbuf_high_watermark if self.requests else 0
        return bool(self.total_outbufs_len > most)

    def send_written(self) -> None:
        """Send what has been written, as far as the connection takes it at once."""
        own = cast(Any, self)  # the stubs leave out what is not public
        with self.outbuf_lock:
            if self.connected:
                own._flush_exception(own._flush_some, do_close=False)

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Let go whoever asks and asks, and takes no answer: no thread waits for a connection."""
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.send_written()
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.will_close = True
            self.connected = False

    def is_over(self, now: float) -> bool:
        """Whether it has been silent, or slow with a request, for too long, or is let go."""
        if self.will_close:  # and does not take what is still to be said
            return True
        if self.requests:
            return False
        if self.request is not None and now - self.begun > REQUEST_SECONDS:
            return True
        return now - self.last_activity > IDLE_SECONDS

    def idleness(self) -> tuple[bool, float] | None:
        """Return how little it would matter if it ended, the least first; ``None``: it is at work.

        First those who have asked nothing, have not asked to the end or do not take their
        answer, then those who may ask again; of either the longest silent.
        """
        if self.requests:
            return None
        if self.request is not None:
            return False, self.begun
        return self.asked and not self.total_outbufs_len, self.heard

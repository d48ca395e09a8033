"""`boodle demo`: a league played from the draw to the standings, through real HTTP."""

from __future__ import annotations

import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from chalicelib.service.context import SeededEntropy

from .client import Client, Unexpected
from .folder import FolderLock, open_folder
from .organiser import Evening, Organiser
from .plan import Plan
from .report import Progress, results
from .server import Server, log_to_stderr, stopped_by_signals
from .table_night import TableNight, Tally
from .terminal import show
from .trouble import Trouble

AT_ONCE: Final = 32
HOST: Final = "127.0.0.1"


class _Ended(Exception):
    """Play has been ended, by a fault at another table or by the user."""


def demo(plan: Plan, port: int, data: Path | None, once: bool) -> int:
    """Play the demonstration, go on serving unless ``once``, and return the exit code.

    Raises
    ------
    Trouble
        The folder is not empty, the address is taken, or an answer was not the expected one.
    """
    with _terminated_as_interrupted(), ExitStack() as stack:
        server, thread = _served(stack, plan, port, data)
        show(
            f"Boodle demo: preset {plan.preset}, {plan.tables} tables, {plan.players} players, "
            f"{plan.hands} hands each, seed {plan.seed}",
            f"serving {server.url}",
            at_once=True,
        )
        try:
            evening, balanced = _play_league(plan, server)
        except Unexpected as error:
            raise Trouble(f"the demonstration failed: {error}") from error
        if not balanced:
            raise Trouble("the chips accounted for are not those bought in")
        if once:
            return 0
        with stopped_by_signals(server):
            show(
                f"try: curl -s '{server.url}{evening.path}/standings?by=net&format=csv'",
                f"the organiser's token: {evening.token}",
                "Serving on; Ctrl-C stops it.",
                at_once=True,
            )
            while thread.is_alive():
                thread.join(1)  # on Windows no signal interrupts an endless wait
    return 0


def _served(
    stack: ExitStack, plan: Plan, port: int, data: Path | None
) -> tuple[Server, threading.Thread]:
    """Return a server on an empty folder, and its thread; they end with the stack."""
    if data is None:
        temporary = tempfile.TemporaryDirectory(prefix="boodle-demo-")
        folder = Path(stack.enter_context(temporary))
    elif data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise Trouble(f"{data} is not an empty folder")
    else:
        folder = data
    stack.callback(FolderLock(folder).release)
    context = open_folder(folder, SeededEntropy(plan.seed))
    stack.callback(context.store.close)
    server = Server(context, HOST, port)
    log_to_stderr()
    thread = server.start()
    stack.callback(thread.join)
    stack.callback(server.stop)
    return server, thread


def _play_league(plan: Plan, server: Server) -> tuple[Evening, bool]:
    """Play the league and print the results; return it, and whether all chips are accounted for."""
    tally = Tally()
    with Client(HOST, server.port) as client:
        organiser = Organiser(client, plan.stream("organiser"), tally)
        evening = organiser.open_evening(plan.preset, plan.hands, plan.players, plan.tables)
    started = time.monotonic()
    for played in _play_tables(plan, server.port, evening):
        tally.add(played)
    seconds = time.monotonic() - started
    with Client(HOST, server.port) as client:  # the first connection may have been closed as idle
        accounts = evening.close(client)
    standings = f"{server.url}{evening.path}/standings"
    show(*results(accounts, tally, seconds, standings), at_once=True)
    return evening, accounts.bought_in == accounts.accounted_for


def _play_tables(plan: Plan, port: int, evening: Evening) -> list[Tally]:
    """Play all tables, many at once, and return the tally of each."""
    ended = threading.Event()
    tallies = [Tally() for _ in evening.tables]

    def going_on() -> None:
        if ended.is_set():
            raise _Ended

    def play(place: int) -> None:
        table = evening.tables[place]
        rng = plan.stream(f"table {place + 1}")
        with Client(HOST, port) as client:
            night = TableNight(
                client, table.id, table.codes, evening.rules, rng, tallies[place], going_on
            )
            night.play()

    workers = min(AT_ONCE, len(tallies))
    with ThreadPoolExecutor(workers, "boodle-table") as pool, Progress(tallies, plan) as progress:
        waiting = {pool.submit(play, place) for place in range(len(tallies))}
        try:
            while waiting:
                done, waiting = wait(waiting, progress.interval, FIRST_EXCEPTION)
                for future in done:
                    future.result()
                progress.show(len(tallies) - len(waiting))
        finally:
            ended.set()
    return tallies


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Let SIGTERM end the demonstration as Ctrl-C does, its temporary folder removed."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)

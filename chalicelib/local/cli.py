"""The command line: ``boodle serve``, ``demo``, ``backup``, ``replay``, ``verify`` and others."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from chalicelib.api.version import VERSION
from chalicelib.rules import PRESETS

from .folder import default_folder
from .terminal import Exit, OutputFailed, finish, let_go, show, use_escapes, warn
from .trouble import Trouble

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code, one of :class:`~.terminal.Exit`.

    An error that the user can correct is shown in one line; any other exception is a fault of the
    program.
    """
    use_escapes()
    command = "boodle"
    try:
        try:
            args = _parser().parse_args(argv)
            command = f"boodle {args.command}"
            run: Callable[[argparse.Namespace], int] = args.run
            code = run(args)
        except Trouble as trouble:
            warn(f"{command}: {trouble}")
            code = trouble.code
        except SystemExit:  # of argparse, which has printed why
            finish()
            raise
        finish()
        return code
    except KeyboardInterrupt:
        warn(f"{command}: interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        let_go()
        return Exit.READER_GONE
    except OutputFailed as error:
        let_go()
        warn(f"{command}: the output cannot be written: {error}")
        return Exit.NO_OUTPUT


def command_line() -> int:
    """Run the command of this process; a fault of Boodle has an exit code of its own."""
    try:
        return main()
    except Exception:
        warn(*traceback.format_exc().splitlines())
        return Exit.FAULT


# Each command imports what it needs, so that the others start without it.


def _serve(args: argparse.Namespace) -> int:
    from .serve import Serving, serve

    return serve(args.data, Serving(args.host, args.port, args.lan, args.name, args.open))


def _demo(args: argparse.Namespace) -> int:
    from .demo import demo
    from .plan import Plan

    plan = Plan.of(args.tables, args.players, args.hands, args.preset, args.seed)
    return demo(plan, args.port, args.data, args.once)


def _backup(args: argparse.Namespace) -> int:
    from .backup import backup

    return backup(args.data, args.target)


def _restore(args: argparse.Namespace) -> int:
    from .backup import restore

    return restore(args.data, args.source, args.force, args.keep_tokens)


def _inspect(args: argparse.Namespace) -> int:
    from .inspection import inspect

    return inspect(args.data, args.keys, args.secrets)


def _replay(args: argparse.Namespace) -> int:
    from .replay import replay

    return replay(args.files, args.at, args.hand)


def _audit(args: argparse.Namespace) -> int:
    from .audit import audit

    return audit(args.files, args.hand)


def _verify(args: argparse.Namespace) -> int:
    from .verify import verify

    return verify(args.files, args.commitment, args.dealt, args.note)


def _simulate(args: argparse.Namespace) -> int:
    from .simulate import simulate, trial_of

    trial = trial_of(args.preset, args.option, args.seats, args.hands, args.careless, args.seed)
    return simulate(trial, args.picture, args.json)


def _version(args: argparse.Namespace) -> int:
    del args
    show(f"boodle {VERSION}")
    return 0


def _whole(least: int, most: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return whole


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 1")
    return share


def _picture(text: str) -> Path:
    if not text.lower().endswith(".svg"):
        raise argparse.ArgumentTypeError(
            f"{text!r} does not end in .svg, and pictures are drawn in SVG alone"
        )
    return Path(text)


def _folder(text: str) -> Path:
    if text:
        return Path(text)
    try:
        return default_folder()
    except RuntimeError:
        raise argparse.ArgumentTypeError("there is no home folder: name one") from None


class _Parser(argparse.ArgumentParser):
    """Prints as all else does; argparse itself says nothing of output that cannot be written."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help."""
        del file
        show(*self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the call, and end."""
        warn(*self.format_usage().splitlines(), f"{self.prog}: error: {message}")
        self.exit(Exit.WRONG_CALL)


class _ShowVersion(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        show(f"boodle {VERSION}")
        parser.exit()


_CODES: Final = """\
exit codes:
  0    done; for verify: nothing is wrong
  1    it could not be done; for replay, audit and verify: a record is not right
  2    a wrong call, or a file that cannot be read or is not JSON
  3    the output could not be written
  70   a fault of Boodle
  130  interrupted
  141  the reader of the output went away"""


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="boodle",
        description="The league scorekeeper for the Michigan card-game family, on a laptop.",
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = "show the version"
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help=what)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], what: str, data: bool = True
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=what,
            description=what[0].upper() + what[1:] + ".",
            epilog=_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.set_defaults(run=run)
        if data:
            added.add_argument(
                "--data",
                type=_folder,
                metavar="DIR",
                default="",  # a text, so that argparse asks for the folder only if it is needed
                help="the data folder (default: the environment's BOODLE_DATA, or ~/.boodle)",
            )
        return added

    port = _whole(0, 65535)
    serve = command("serve", _serve, "serve a club's leagues from this computer")
    serve.add_argument("--port", type=port, default=8000, help="default: 8000; 0: any free one")
    where = serve.add_mutually_exclusive_group()
    where.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1, this computer)"
    )
    where.add_argument(
        "--lan",
        action="store_true",
        help="listen for everyone on the network, and print the address that phones use",
    )
    serve.add_argument(
        "--name",
        action="append",
        default=[],
        help="another name that phones may use for this computer; as many as you like",
    )
    serve.add_argument(
        "--open", action="store_true", help="let anyone create leagues, not this computer alone"
    )

    demo = command("demo", _demo, "play a demonstration league over HTTP", data=False)
    demo.add_argument("--once", action="store_true", help="exit when it is played")
    demo.add_argument("--tables", type=_whole(1, 200), help="default: 4")
    demo.add_argument("--players", type=_whole(3, 1600), help="default: 18")
    demo.add_argument("--hands", type=_whole(1, 1000), default=5, help="a table; default: 5")
    demo.add_argument("--preset", choices=list(PRESETS), default="michigan", help="the game")
    demo.add_argument(
        "--seed", type=_whole(0, 2**63), help="the same seed plays the same league; default: any"
    )
    demo.add_argument("--port", type=port, default=0, help="default: any free one")
    demo.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="a new or empty folder that keeps the league (default: a temporary one)",
    )

    backup = command("backup", _backup, "write all data to one file, also while they are served")
    backup.add_argument("target", type=Path, metavar="FILE", help="the zip file to write")

    restore = command("restore", _restore, "bring back what backup wrote")
    restore.add_argument("source", type=Path, metavar="FILE", help="the zip file")
    restore.add_argument(
        "--force", action="store_true", help="also where there are data; they are put aside"
    )
    restore.add_argument(
        "--keep-tokens",
        action="store_true",
        help="keep all tokens and join codes, with them those revoked since the backup",
    )

    inspect = command("inspect", _inspect, "show what is stored, in readable form")
    inspect.add_argument(
        "keys",
        nargs="*",
        metavar="KEY",
        help="PARTITION or PARTITION/SORT or the beginning of one, or the id of a league or "
        "table; without any, all partitions are listed",
    )
    inspect.add_argument(
        "--secrets", action="store_true", help="show also what is hidden while a hand is played"
    )

    replay = command("replay", _replay, "show a hand record play by play", data=False)
    which = "a record, a list of them, or a page of a table's; -: the input"
    replay.add_argument("files", nargs="+", metavar="FILE", help=which)
    replay.add_argument("--at", type=_whole(0, 100_000), metavar="N", help="stop after action N")
    replay.add_argument("--hand", type=_whole(1, 9999), metavar="N", help="of a list: only hand N")

    audit = command(
        "audit", _audit, "say who missed what in a recorded hand, and who owes whom", data=False
    )
    audit.add_argument("files", nargs="+", metavar="FILE", help=which)
    audit.add_argument("--hand", type=_whole(1, 9999), metavar="N", help="of a list: only hand N")

    verify = command("verify", _verify, "prove that the deals of hand records are fair", data=False)
    verify.add_argument(
        "files", nargs="+", metavar="FILE", help="a record, or all those of a table; -: the input"
    )
    verify.add_argument(
        "--commitment",
        action="append",
        default=[],
        metavar="HEX",
        help="what the table's page showed before its first deal; again for each chain, in order, "
        "if the table was restored",
    )
    verify.add_argument(
        "--note",
        action="append",
        default=[],
        metavar="FILE",
        help="what a phone noted of its draws; again for another phone",
    )
    verify.add_argument(
        "--dealt",
        action="store_true",
        help="take a hand that Boodle did not deal, which has no deal to prove, for not right",
    )

    simulate = command(
        "simulate", _simulate, "let bots play many hands, and count what comes of it", data=False
    )
    simulate.add_argument("--preset", choices=list(PRESETS), default="michigan", help="the game")
    simulate.add_argument("--seats", type=_whole(3, 8), default=4, help="default: 4")
    simulate.add_argument("--hands", type=_whole(1, 1_000_000), default=2000, help="default: 2000")
    simulate.add_argument(
        "--careless",
        type=_share,
        metavar="SHARE",
        default=0.05,
        help="how often a play is missed where that is fined, 0 to 1; default: 0.05",
    )
    simulate.add_argument(
        "--seed", type=_whole(0, 2**63), help="the same seed plays the same hands; default: any"
    )
    simulate.add_argument(
        "--option",
        action="append",
        metavar="NAME=VALUE",
        default=[],
        help="an option of the rules, as in lead.change=colour; as many as you like",
    )
    simulate.add_argument(
        "--picture",
        type=_picture,
        metavar="FILE.svg",
        help="draw the distribution of net chips, in SVG",
    )
    simulate.add_argument("--json", action="store_true", help="JSON instead of tables")

    command("version", _version, "show the version", data=False)
    return parser


if __name__ == "__main__":
    sys.exit(command_line())

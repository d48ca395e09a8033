"""The package that is deployed, made once in a run, and copies that tests damage."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .once import once_per_run

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Packaged:
    """What the packager left, unzipped and parsed."""

    source: Path
    out: Path
    unzipped: Path
    template: dict[str, Any]

    @property
    def names(self) -> list[str]:
        with zipfile.ZipFile(self.out / "deployment.zip") as archive:
            return archive.namelist()


def run_packager(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command as a user without AWS would: no credentials, no region, no home."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    return subprocess.run(
        [sys.executable, "-m", "infra.package", *map(str, arguments)],
        cwd=ROOT,
        # pip alone looks there, for the wheels that it has fetched before.
        env=environ | {"HOME": "/nonexistent", "PIP_CACHE_DIR": pip_cache()},
        capture_output=True,
        text=True,
        check=False,
    )


@cache
def pip_cache() -> str:
    command = [sys.executable, "-m", "pip", "cache", "dir", "--disable-pip-version-check"]
    return subprocess.check_output(command, text=True).strip()


def copy_project(root: Path) -> Path:
    """Copy all that the packager reads, and add litter that must stay out of a package."""
    for folder in (".chalice", "chalicelib"):
        shutil.copytree(ROOT / folder, root / folder)
    (root / "infra").mkdir()
    for file in ("app.py", "constraints.txt", "infra/template.json"):
        shutil.copyfile(ROOT / file, root / file)
    compiled = root / "chalicelib" / "rules" / "__pycache__" / "litter.cpython-311.pyc"
    compiled.parent.mkdir(exist_ok=True)
    for litter in (compiled, root / "chalicelib" / "litter.pyc"):
        litter.write_bytes(b"litter")
    return root


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project for a test that damages it."""
    return copy_project(tmp_path / "project")


@pytest.fixture(scope="session")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Packaged:
    def build(base: Path) -> None:
        done = run_packager("--source", ROOT, "--out", base / "out")
        assert done.returncode == 0, done.stderr
        with zipfile.ZipFile(base / "out" / "deployment.zip") as archive:
            archive.extractall(base / "unzipped")

    base = once_per_run(tmp_path_factory, "package", build)
    template = json.loads((base / "out" / "sam.json").read_text(encoding="utf-8"))
    return Packaged(ROOT, base / "out", base / "unzipped", template)

"""What the tests of the package and of the template share."""

import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent

FAKE_APP = """
from chalice import Chalice

app = Chalice(app_name="boodle")


@app.route("/v1/me", cors=True)
def me():
    return {}
"""


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


def pip_cache() -> str:
    command = [sys.executable, "-m", "pip", "cache", "dir", "--disable-pip-version-check"]
    return subprocess.check_output(command, text=True).strip()


def make_fake_project(root: Path) -> Path:
    """Make a project with one route, and with the litter that must stay out of a package."""
    shutil.copytree(ROOT / ".chalice", root / ".chalice")
    (root / "infra").mkdir()
    shutil.copyfile(ROOT / "infra" / "template.json", root / "infra" / "template.json")
    shutil.copyfile(ROOT / "constraints.txt", root / "constraints.txt")
    (root / "app.py").write_text(FAKE_APP, encoding="utf-8")
    for litter in ("local/__init__.py", "rules/__init__.py", "rules/local/__init__.py"):
        (root / "chalicelib" / litter).parent.mkdir(parents=True, exist_ok=True)
        (root / "chalicelib" / litter).touch()
    (root / "chalicelib" / "__init__.py").touch()
    (root / "chalicelib" / "rules" / "__pycache__").mkdir()
    (root / "chalicelib" / "rules" / "__pycache__" / "__init__.cpython-311.pyc").touch()
    return root

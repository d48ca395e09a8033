"""One run of the packager for all of these tests."""

import json
import zipfile
from pathlib import Path

import pytest
from harness.once import once_per_run
from infra_support import ROOT, Packaged, copy_project, run_packager


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, to be spoilt."""
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

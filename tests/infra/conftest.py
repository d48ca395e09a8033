"""One run of the packager for all of these tests."""

import json
import zipfile
from pathlib import Path

import pytest
from infra_support import ROOT, Packaged, copy_project, run_packager


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, to be spoilt."""
    return copy_project(tmp_path / "project")


@pytest.fixture(scope="session")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Packaged:
    base = tmp_path_factory.mktemp("package")
    out, unzipped = base / "out", base / "unzipped"
    done = run_packager("--source", ROOT, "--out", out)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(out / "deployment.zip") as archive:
        archive.extractall(unzipped)
    template = json.loads((out / "sam.json").read_text(encoding="utf-8"))
    return Packaged(ROOT, out, unzipped, template)

"""One run of the packager for all of these tests."""

import json
import re
import zipfile
from pathlib import Path

import pytest
from infra_support import ROOT, Packaged, make_fake_project, run_packager


@pytest.fixture
def fake_project(tmp_path: Path) -> Path:
    return make_fake_project(tmp_path / "fake")


@pytest.fixture(scope="session")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Packaged:
    base = tmp_path_factory.mktemp("package")
    source, out, unzipped = ROOT, base / "out", base / "unzipped"
    has_app = re.search(r"^app\b.*=|\bimport app\b", (ROOT / "app.py").read_text("utf-8"), re.M)
    if not has_app:
        source = make_fake_project(base / "fake")
    done = run_packager("--source", source, "--out", out)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(out / "deployment.zip") as archive:
        archive.extractall(unzipped)
    template = json.loads((out / "sam.json").read_text(encoding="utf-8"))
    return Packaged(source, out, unzipped, template)

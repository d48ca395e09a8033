"""The zip: what is in it, what is not, and that it is for the target."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pydantic
import pytest
from harness.packaging import ROOT, Packaged, run_packager

from infra.package import PackageError, check_pins, copy_sources, run_chalice


def test_holds_the_app_and_its_dependencies(packaged: Packaged) -> None:
    top = {PurePosixPath(name).parts[0] for name in packaged.names}
    code = {name for name in top if not name.endswith(".dist-info")}
    assert code == {
        "annotated_types",
        "app.py",
        "chalice",
        "chalicelib",
        "jwt",
        "pydantic",
        "pydantic_core",
        "typing_extensions.py",
        "typing_inspection",
    }


def test_holds_nothing_twice(packaged: Packaged) -> None:
    assert sorted(set(packaged.names)) == packaged.names
    own = [name for name in packaged.names if name.startswith("chalice/")]
    assert own == ["chalice/__init__.py", "chalice/app.py"]


@pytest.mark.parametrize("folder", ["__pycache__", "tests", "infra", ".chalice", "vendor"])
def test_holds_no_such_folder(packaged: Packaged, folder: str) -> None:
    assert [name for name in packaged.names if folder in PurePosixPath(name).parts] == []


def test_holds_no_bytecode(packaged: Packaged) -> None:
    assert [name for name in packaged.names if name.endswith(".pyc")] == []


def test_holds_nothing_of_the_laptop(packaged: Packaged) -> None:
    assert [name for name in packaged.names if name.startswith("chalicelib/local/")] == []


@pytest.mark.parametrize("stranger", ["boto3", "botocore", "pip", "setuptools", "waitress"])
def test_holds_no_package_that_lambda_has_or_does_not_need(
    packaged: Packaged, stranger: str
) -> None:
    assert [name for name in packaged.names if name.split("-")[0].split("/")[0] == stranger] == []


def test_every_file_of_the_library_but_the_laptops_is_there(packaged: Packaged) -> None:
    library = packaged.source / "chalicelib"
    expected = {
        path.relative_to(packaged.source).as_posix()
        for path in library.rglob("*.py")
        if library / "local" not in path.parents
    }
    assert expected <= set(packaged.names)


def test_texts_are_there_as_they_are_compiled(packaged: Packaged) -> None:
    texts = {name for name in packaged.names if name.startswith("chalicelib/texts/locale/")}
    written = (packaged.source / "chalicelib" / "texts" / "locale").glob("*.po")
    assert texts == {f"chalicelib/texts/locale/{source.stem}.mo" for source in written}


def test_compiled_parts_are_for_python_3_13_on_arm64(packaged: Packaged) -> None:
    compiled = [path for path in packaged.unzipped.rglob("*") if ".so" in path.suffixes]
    assert [path.name for path in compiled] == ["_pydantic_core.cpython-313-aarch64-linux-gnu.so"]
    header = compiled[0].read_bytes()[:20]
    assert header[:4] == b"\x7fELF"
    assert int.from_bytes(header[18:20], "little") == 0xB7  # EM_AARCH64


def test_is_small(packaged: Packaged) -> None:
    assert (packaged.out / "deployment.zip").stat().st_size < 5_000_000


def test_entries_say_nothing_of_the_machine_that_packed_them(packaged: Packaged) -> None:
    with zipfile.ZipFile(packaged.out / "deployment.zip") as archive:
        entries = archive.infolist()
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o100644}


def test_same_sources_same_bytes_whatever_litter_lies_among_them(
    packaged: Packaged, project: Path, tmp_path: Path
) -> None:
    done = run_packager("--source", project, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    for name in ("deployment.zip", "sam.json"):
        assert (tmp_path / "out" / name).read_bytes() == (packaged.out / name).read_bytes()


def test_the_app_imports_from_the_zip_alone(packaged: Packaged, tmp_path: Path) -> None:
    """As on Lambda, without the laptop's part; only the dependencies are this machine's."""
    for part in ("app.py", "chalice", "chalicelib"):
        (tmp_path / part).symlink_to(packaged.unzipped / part)
    # -S leaves out the editable install, through which chalicelib.local could be found.
    program = f"""
import sys
sys.path[:0] = [{str(tmp_path)!r}]
sys.path.append({str(Path(pydantic.__file__).parents[1])!r})
import app, chalice, chalicelib
assert callable(app.app)
for module in (app, chalice, chalicelib):
    assert module.__file__.startswith({str(tmp_path)!r}), module.__file__
assert "chalicelib.local" not in sys.modules
"""
    command = [sys.executable, "-B", "-I", "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_says_what_a_project_lacks(tmp_path: Path) -> None:
    done = run_packager("--source", tmp_path, "--out", tmp_path / "out")
    assert done.returncode == 1
    assert "is not a Boodle project: no app.py, chalicelib," in done.stderr
    assert not (tmp_path / "out").exists()


def test_passes_on_why_pip_failed(project: Path, tmp_path: Path) -> None:
    (project / "constraints.txt").write_text("pydantic==0.0.0\n", encoding="utf-8")
    done = run_packager("--source", project, "--out", tmp_path / "out")
    assert done.returncode == 1
    assert "pip failed" in done.stderr
    assert "Cannot install pydantic" in done.stderr
    assert not (tmp_path / "out").exists()


def test_passes_on_why_chalice_failed(project: Path, tmp_path: Path) -> None:
    (project / "app.py").write_text("raise RuntimeError('no such card')\n", encoding="utf-8")
    template = project / "infra" / "template.json"
    with pytest.raises(PackageError, match=r"(?s)chalice failed.*no such card"):
        run_chalice(project, template, tmp_path / "built", os.environ)


def test_refuses_a_dependency_that_is_not_pinned(packaged: Packaged, tmp_path: Path) -> None:
    pins = ROOT / "constraints.txt"
    check_pins(pins, packaged.unzipped)
    lines = pins.read_text(encoding="utf-8").splitlines(keepends=True)
    fewer = tmp_path / "constraints.txt"
    rest = "".join(line for line in lines if not line.startswith("annotated-types"))
    fewer.write_text(rest, encoding="utf-8")
    with pytest.raises(PackageError, match=r"annotated-types \S+ is not pinned"):
        check_pins(fewer, packaged.unzipped)


def test_leaves_out_the_laptops_part_but_no_namesake(project: Path, tmp_path: Path) -> None:
    namesake = Path("chalicelib", "rules", "local", "__init__.py")
    (project / namesake).parent.mkdir()
    (project / namesake).touch()
    copy_sources(project, tmp_path / "stage")
    assert (tmp_path / "stage" / namesake).exists()
    assert not (tmp_path / "stage" / "chalicelib" / "local").exists()

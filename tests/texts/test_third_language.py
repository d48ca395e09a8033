"""A third language is one new file: pages and problems are in it, and no code was touched."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from chalicelib.texts import catalogue
from chalicelib.texts.sources import Entry, path_of, read, update, write

ROOT = Path(__file__).parents[2]

PROGRAM = """
import io, json, sys, tempfile
from pathlib import Path
from harness.gateway import through_chalice
from chalicelib.api.app import build_app
from chalicelib.api.runtime import folder_context

with tempfile.TemporaryDirectory() as data:
    context = folder_context(Path(data))
    app = through_chalice(build_app(lambda: context))

    def ask(method, address, body=b""):
        path, _, query = address.partition("?")
        environ = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query,
            "REMOTE_ADDR": "192.0.2.7", "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body),
            "HTTP_ACCEPT_LANGUAGE": "eo-XX, en;q=0.5",
        }
        started = []
        text = b"".join(app(environ, lambda *told: started.extend(told))).decode()
        return [int(started[0].split()[0]), dict(started[1]).get("Content-Language"), text]

    print(json.dumps([
        ask("GET", "/v1/presets/boodle/rules?format=text"),
        ask("GET", "/v1/presets/boodle/rules?language=ru&format=text"),
        ask("GET", "/v1/leagues/none"),
        ask("POST", "/v1/leagues", b'{"name": 1}'),
        ask("GET", "/v1/problems?format=html"),
    ]))
    context.store.close()
"""


def test_a_third_language_is_one_new_file(tmp_path: Path) -> None:
    """Esperanto, as far as English in guillemets is that."""
    library = tmp_path / "chalicelib"
    shutil.copytree(ROOT / "chalicelib", library, ignore=shutil.ignore_patterns("__pycache__"))
    folder = library / catalogue.FOLDER.relative_to(ROOT / "chalicelib")
    before = {path: path.read_bytes() for path in library.rglob("*.p[yo]")}
    update(folder, "eo")
    texts = {one.id: one.forms for one in read(path_of(folder, "en"))[1]}
    empty = read(path_of(folder, "eo"))[1]
    assert not any(form for one in empty for form in one.forms)
    write(
        folder,
        "eo",
        [Entry(one.id, tuple(f"«{form}»" for form in texts[one.id]), one.plural) for one in empty],
    )
    after = {path: path.read_bytes() for path in library.rglob("*.p[yo]")}
    assert after.keys() - before.keys() == {folder / "eo.po"}
    assert before.items() <= after.items()

    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "tests")])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    page, russian, missing, wrong, kinds = json.loads(ran.stdout)
    assert page[:2] == [200, "eo"]
    assert page[2].startswith("# «Boodle»\n")
    assert russian[:2] == [200, "ru"]
    assert missing[:2] == [404, "eo"]
    assert json.loads(missing[2])["title"] == "«Not found»"
    assert json.loads(missing[2])["detail"].startswith("«")
    assert wrong[:2] == [422, "eo"]
    assert json.loads(wrong[2])["errors"][0]["problem"].startswith("«")
    assert kinds[:2] == [200, "eo"]
    assert '<html lang="eo">' in kinds[2]

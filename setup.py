"""What pyproject.toml cannot say: the catalogues of texts are compiled when Boodle is built."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent


class BuildTexts(build_py):
    """Compile every catalogue before the package is collected, editable installs included."""

    def run(self) -> None:
        """Run the command."""
        sys.path.insert(0, str(ROOT))  # a build backend does not look here
        from chalicelib.texts.catalogue import compiled

        for source in sorted((ROOT / "chalicelib" / "texts" / "locale").glob("*.po")):
            compiled(source)
        super().run()


setup(cmdclass={"build_py": BuildTexts})

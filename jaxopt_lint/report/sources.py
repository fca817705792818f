"""The texts that findings point into."""

from __future__ import annotations

import os
import re
from pathlib import Path

from jaxopt_lint.files.source import SourceError, display_path, read_source

_LINE_END = re.compile(r"\r\n|\r|\n")


class Sources:
    """Looks up the lines of files by the path that findings carry."""

    def __init__(self, root: Path, texts: dict[str, str] | None = None) -> None:
        self.root = root
        self._texts = dict(texts or {})
        self._lines: dict[str, list[str]] = {}

    def text(self, path: str) -> str | None:
        """A file's text, None if it cannot be read."""
        if path not in self._texts:
            try:
                self._texts[path] = read_source(self.root / path, path).text
            except SourceError:
                return None
        return self._texts[path]

    def lines(self, path: str) -> list[str]:
        """A file's lines as Python counts them, without line ends; none if it cannot be read."""
        if path not in self._lines:
            text = self.text(path)
            self._lines[path] = _LINE_END.split(text) if text is not None else []
        return self._lines[path]

    def shown(self, path: str) -> str:
        """A path as it can be opened from here: relative if below the working directory."""
        absolute = os.path.abspath(self.root / path)
        if not os.path.exists(absolute):
            return path  # standard input under a made-up name
        return display_path(Path(absolute), Path.cwd())

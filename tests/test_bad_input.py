"""Files that cannot be read, decoded, parsed or written: reported, never a traceback."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.source import SourceChanged, from_stdin, mentions, read_source
from jaxopt_lint.files.writing import write_atomically

JAX = b"import jax\n"


def read(path: Path, raw: bytes):  # type: ignore[no-untyped-def]
    path.write_bytes(raw)
    return read_source(path, path.name)


@pytest.mark.parametrize(
    ("raw", "encoding", "text"),
    [
        (b"x = 1\n", "utf-8", "x = 1\n"),
        (b"\xef\xbb\xbfx = 1\n", "utf-8-sig", "x = 1\n"),
        (b"# coding: latin-1\nx = '\xe4'\n", "iso-8859-1", "# coding: latin-1\nx = '\u00e4'\n"),
        (
            b"#!x\n# -*- coding: cp1252 -*-\n'\x80'",
            "cp1252",
            "#!x\n# -*- coding: cp1252 -*-\n'\u20ac'",
        ),
        (b"", "utf-8", ""),
    ],
)
def test_reads_as_python_does(tmp_path: Path, raw: bytes, encoding: str, text: str) -> None:
    source = read(tmp_path / "a.py", raw)
    assert (source.encoding, source.text, source.raw) == (encoding, text, raw)
    write_atomically(source, source.text + "# more\n")
    assert (tmp_path / "a.py").read_bytes() == raw + b"# more\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_stay(tmp_path: Path, end: str) -> None:
    source = read(tmp_path / "a.py", f"x = 1{end}y = 2{end}".encode())
    assert source.newline == end
    write_atomically(source, source.text.replace("1", "3"))
    assert (tmp_path / "a.py").read_bytes() == f"x = 3{end}y = 2{end}".encode()


def test_new_lines_get_the_line_end_of_the_file(tmp_path: Path) -> None:
    source = read(tmp_path / "a.py", b"x = 1\r\ny = 2\r\n")
    write_atomically(source, "x = 1\r\nnew = 3\ny = 2\r\n")
    assert (tmp_path / "a.py").read_bytes() == b"x = 1\r\nnew = 3\r\ny = 2\r\n"


def test_mixed_line_ends_are_left_alone(tmp_path: Path) -> None:
    source = read(tmp_path / "a.py", b"x = 1\r\ny = 2\nz = 3\n")
    write_atomically(source, source.text.replace("1", "4"))
    assert (tmp_path / "a.py").read_bytes() == b"x = 4\r\ny = 2\nz = 3\n"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"x = 1\ny = '\xff'\n", "not valid utf-8: byte 0xff on line 2"),
        (b"\xff\xfei\x00m\x00", "UTF-16"),
        (b"# coding: klingon\n", "klingon"),
        (b"# coding: rot13\nvzcbeg wnk\n", "rot13"),
        (b"# coding: hex\n00\n", "hex"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "encoding problem"),
    ],
)
def test_what_cannot_be_decoded(tmp_path: Path, raw: bytes, message: str) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        read(tmp_path / "a.py", raw)
    assert "\n" not in str(caught.value)


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"):
        read_source(tmp_path / "gone.py", "gone.py")
    with pytest.raises(SourceError, match="not a regular file"):
        read_source(tmp_path, "dir")


def test_file_that_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    source = read(path, b"x = 1\n")
    path.write_bytes(b"x = 2\n")
    with pytest.raises(SourceChanged):
        write_atomically(source, "x = 3\n")
    assert path.read_bytes() == b"x = 2\n"
    assert os.listdir(tmp_path) == ["a.py"]


def test_mode_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "a.py", tmp_path / "link.py"
    path.write_bytes(b"x = 1\n")
    path.chmod(0o751)
    link.symlink_to(path)
    write_atomically(read_source(link, "link.py"), "x = 2\n")
    assert link.is_symlink()
    assert path.read_bytes() == b"x = 2\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o751


def test_character_that_the_encoding_lacks(tmp_path: Path) -> None:
    source = read(tmp_path / "a.py", b"# coding: latin-1\n")
    with pytest.raises(SourceError, match="iso-8859-1"):
        write_atomically(source, source.text + "# \u20ac\n")
    assert (tmp_path / "a.py").read_bytes() == b"# coding: latin-1\n"


def test_mentions_and_stdin() -> None:
    assert mentions(JAX, frozenset({b"jax", b"flax"}))
    assert not mentions(b"import os", frozenset({b"jax"}))
    assert from_stdin(JAX, "a/b.py").display == "a/b.py"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"import jax\nx = (\n", "syntax error"),
        (b"import jax\n  x = 1\n", "syntax error"),
        (b"import jax\nprint 'x'\n", "syntax error"),
        (b"import jax\nx = '\xff'\n", "not valid utf-8"),
        (b"import jax\n\x00\n", "null bytes"),
        (b"import jax\nx = " + b"(" * 5000 + b")" * 5000 + b"\n", ""),
        (b"import jax\nx = " + b"-" * 100000 + b"1\n", ""),
        (b"# coding: klingon\nimport jax\n", "klingon"),
    ],
)
def test_bad_file_is_a_finding_and_the_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], raw: bytes, words: str
) -> None:
    (tmp_path / "bad.py").write_bytes(raw)
    (tmp_path / "good.py").write_bytes(JAX)
    assert main([str(tmp_path), "--output-format", "concise"]) == 1
    out, err = capsys.readouterr()
    (line,) = out.splitlines()
    assert "JOL000" in line
    assert words in line
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("line", "word"),
    [("%load_ext autoreload", "%load_ext"), ("%%time", "%%time"), ("!ls -l", "!ls")],
)
def test_cells_of_ipython_are_named_for_information(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, word: str
) -> None:
    (tmp_path / "cells.py").write_text(f"# %%\nimport jax\n{line}\nx = 1\n")
    assert main([str(tmp_path), "--output-format", "concise"]) == 0
    capsys.readouterr()
    main([str(tmp_path), "--output-format", "concise", "--severity", "info"])
    out = capsys.readouterr().out
    assert "cells.py:3:" in out
    assert f"JOL000 `{word}` is a command of IPython" in out


@pytest.mark.parametrize(
    "line", ["from {{ project.slug }}.data import loader", "{% if project.gpu %}"]
)
def test_templates_of_python_files_are_named_for_information(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    (tmp_path / "train.py").write_text(f"import jax\n{line}\nx = 1\n")
    assert main([str(tmp_path), "--output-format", "concise"]) == 0
    capsys.readouterr()
    main([str(tmp_path), "--output-format", "concise", "--severity", "info"])
    assert "JOL000 this is a template of a Python file" in capsys.readouterr().out


def test_other_findings_are_still_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.py").write_bytes(b"import jax\nx = (\n")
    (tmp_path / "old.py").write_bytes(b"import jax\njax.tree_map(f, x)\n")
    assert main([str(tmp_path), "--output-format", "concise"]) == 1
    codes = {line.split(": ")[1].split()[0] for line in capsys.readouterr().out.splitlines()}
    assert "JOL000" in codes
    assert len(codes) == 2


@pytest.mark.parametrize("text", ["", "\n", "# only\n", "\f\nimport jax\n", "import jax\\\n"])
def test_odd_but_fine(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.py").write_text(text)
    assert main([str(tmp_path), "-q"]) in (0, 1)


def test_missing_path_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "gone.py"), "--output-format", "concise"]) == 1
    assert ": JOL000 no such file or directory" in capsys.readouterr().out


def test_null_character_in_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["a\0b.py"]) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(JAX)
    path.chmod(0)
    assert main([str(path), "--output-format", "concise"]) == 1
    assert "Permission denied" in capsys.readouterr().out


def test_file_name_that_is_not_utf8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(b"b\xffd.py")
    try:
        (tmp_path / name).write_bytes(b"import jax\nx = (\n")
    except OSError:
        pytest.skip("this file system wants UTF-8")
    assert main([str(tmp_path), "--output-format", "json"]) == 1
    assert "JOL000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("user", "text", "notes", "severity"),
    [
        ("import jax\n", "x = (\n", "Run broken.py.", "warning"),
        ("import jax\n", "x = (\n", "part: parts.broken", "warning"),
        ("import jax\n", "x = (\n", "Say `broken` for the part.", "info"),
        ("import jax\n", "x = (\n", "Run use.py.", "info"),
        ("import jax\n", "broken = (\n", "Nothing is broken.", "info"),
        ("from parts import broken\n", "x = (\n", "", "error"),
        ("import parts.broken\n", "x = (\n", "", "error"),
        ("import jax\n", "x = (\nif __name__ == '__main__':\n    main()\n", "", "error"),
    ],
)
def test_a_broken_module_that_nothing_imports(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    user: str,
    text: str,
    notes: str,
    severity: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text(notes)
    (tmp_path / "parts.egg-info").mkdir()  # a list of all files says nothing of one
    (tmp_path / "parts.egg-info" / "SOURCES.txt").write_text("use.py\nparts/broken.py\n")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").write_bytes(JAX)
    (tmp_path / "parts" / "broken.py").write_text(f"import jax\n{text}")
    (tmp_path / "use.py").write_text(f"import jax\n{user}")
    assert main([".", "--no-cache", "--output-format", "json", "-j1"]) == (severity != "info")
    out = capsys.readouterr().out
    assert f'"severity": "{severity}"' in out
    assert out.count('"severity": "') == 1


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ('"""Layers.\n\nTo be done.\n"""\nimport jax\n\n\nclass Net:\n    def f(self):\n', "info"),
        ("import jax\n\nSIZE = 3\n\n\n@jax.jit\ndef f(x):\n    return (\n", "info"),
        ("import jax\n\n\ndef f(x):\n    return x\n\n\nfor i in range(3):\nprint(f(i))\n", "error"),
        ("import jax\n\nprint(jax.devices())\nx = (\n", "error"),
    ],
)
def test_a_broken_file_of_definitions_alone_that_nobody_names_is_for_information(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    severity: str,
) -> None:
    (tmp_path / "use.py").write_text("import jax\n\nprint(jax.devices())\n")
    (tmp_path / "parts.py").write_bytes(JAX)
    (tmp_path / "mixer.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--output-format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert [f["severity"] for f in found if f["code"] == "JOL000"] == [severity]

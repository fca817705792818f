"""Stand-ins for `python` in front of PATH, for commands that set PYTHONPATH themselves.

A watched process imports what watches it by PYTHONPATH. `PYTHONPATH=src python train.py` within a
script of the shell takes that away again: the stand-in puts it back, and becomes the interpreter
that PATH has behind it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from jaxopt_lint.files import leftovers

_NAMES = ("python", "python3")
_TEXT = """\
#!/bin/sh
name=${{0##*/}}
case ":${{PYTHONPATH-}}:" in
  *:{hook}:*) ;;
  *) PYTHONPATH={hook}${{PYTHONPATH:+:$PYTHONPATH}}; export PYTHONPATH ;;
esac
set -f
before=$IFS
IFS=:
for folder in $PATH; do
  found=${{folder:-.}}/$name
  if [ -x "$found" ] && [ ! -d "$found" ] && ! [ "$found" -ef "$0" ]; then
    IFS=$before
    exec "$found" "$@"
  fi
done
echo "$name: command not found" >&2
exit 127
"""


@contextlib.contextmanager
def stand_ins(variables: Mapping[str, str], hook: Path) -> Iterator[dict[str, str]]:
    """The variables of a command, with a PATH that begins with the stand-ins; they are there until
    the block ends.

    Args:
        hook: the folder that watched processes import from.
    """
    given = dict(variables)
    path = given.get("PATH", os.defpath)
    names = [name for name in _NAMES if shutil.which(name, path=path) is not None]
    if os.name != "posix" or not names:
        yield given
        return
    with leftovers.folder() as folder:
        stand_in = folder / "bin"  # beside the lock of the folder
        stand_in.mkdir()
        for name in names:
            made = stand_in / name
            made.write_text(_TEXT.format(hook=shlex.quote(str(hook))), encoding="utf-8")
            made.chmod(0o755)
        given["PATH"] = os.pathsep.join([str(stand_in), path])
        yield given

"""`python -m jaxopt_lint`; imports as little as it can, so that `--version` answers at once."""

from __future__ import annotations

import sys

from jaxopt_lint.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

"""Tools for those who change jaxopt-lint itself:

python -m jaxopt_lint.dev docs [--check]
python -m jaxopt_lint.dev new-rule NAME --kind loops [--fix CODEMOD] [--code JOL209]
python -m jaxopt_lint.dev tree FILE
python -m jaxopt_lint.dev facts [FILE]
"""

from __future__ import annotations

import click

from jaxopt_lint.dev import factlist, pages, scaffold, tree


@click.group()
def main() -> None:
    """Tools for those who change jaxopt-lint itself."""


for command in (pages.docs, scaffold.new_rule, tree.tree, factlist.facts):
    main.add_command(command)


if __name__ == "__main__":
    main(prog_name="python -m jaxopt_lint.dev")

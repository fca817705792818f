"""The words by which a file may mean something of another file: names, attributes, texts.

An import alone means nothing: what is imported and never read is not used by that. In an
`__init__.py` it is, as others import from there.
"""

from __future__ import annotations

import ast
import re

from jaxopt_lint.semantics.python import Module

_WORD = re.compile(r"[^\W\d]\w*")
_LONGEST = 60


def spoken(module: Module) -> set[str]:
    """All words of a file's code but those of definitions, comments and idle imports."""
    words = {name.id for name in module.all(ast.Name)}
    words.update(attribute.attr for attribute in module.all(ast.Attribute))
    words.update(keyword.arg for keyword in module.all(ast.keyword) if keyword.arg)
    for text in module.all(ast.Constant):
        if isinstance(text.value, str):
            words.update(word for word in _WORD.findall(text.value) if len(word) < _LONGEST)
    for node in module.all(ast.ImportFrom):
        for alias in node.names:
            if module.is_package or (alias.asname or alias.name) in words:
                words.add(alias.name)
    return words

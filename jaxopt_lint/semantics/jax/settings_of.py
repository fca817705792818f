"""The numbers that a file states for its users: defaults of options, fields of settings.

They are found by what makes the object that holds them: a class, a function that gives one back,
the parser of a command line, a dictionary that a name stands for. Where they are read, in this or
in another file, `usual` follows the object back to what makes it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.calls import FOREIGN
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import DEFINITIONS, keywords

# maker -> path of a field, `training.steps` -> what it is; a text is the maker of an object there.
Stated = dict[str, dict[str, ast.expr | str]]

ARGUMENTS = "<arguments>"  # stands for what the parsers of a module read from the command line
FLAGS = "absl.flags.FLAGS"
_OFF = ast.Constant(False)
_PARSES = ("parse_args", "parse_known_args")
# Dictionaries whose items may be read by a dot.
_DICTIONARIES = frozenset(
    {"ml_collections.ConfigDict", "ml_collections.FrozenConfigDict", "types.SimpleNamespace",
     "ml_collections.config_dict.ConfigDict", "ml_collections.config_dict.FrozenConfigDict",
     "argparse.Namespace", "addict.Dict", "easydict.EasyDict", "munch.Munch", "box.Box"}
)  # fmt: skip
# What gives back the settings of the class, or of the object, that it is given first.
OF_FIRST = frozenset(
    {"tyro.cli", "simple_parsing.parse", "pyrallis.parse", "draccus.parse", "copy.copy",
     "copy.deepcopy", "dataclasses.replace", "omegaconf.OmegaConf.structured",
     "omegaconf.OmegaConf.create", "ml_collections.FrozenConfigDict", "builtins.vars"}
)  # fmt: skip


@fact
def stated_here(facts: Facts) -> Stated:
    """The numbers that a file states for its users, by what makes the object that holds them"""
    out: Stated = {}
    for owner in facts.module.all(ast.ClassDef):
        out[here(facts, facts.module.qualname(owner))] = dict(_fields(facts, owner))
    for call in facts.module.all(ast.Call):
        _add_option(facts, call, out)
    for name, made in _dictionaries(facts):
        out[here(facts, name)] = dict(_items(facts, made))
    _add_stores(facts, out)
    for function in facts.module.all(*DEFINITIONS):
        given = {_given_back(facts, one.value) for one in facts.module.returns(function)}
        if len(given) == 1 and (maker := given.pop()):
            # The same as what it gives back.
            out.setdefault(here(facts, facts.module.qualname(function)), {"": maker})
    return {maker: fields for maker, fields in out.items() if fields}


def here(facts: Facts, name: str) -> str:
    """The dotted name of something of a file."""
    return f"{facts.module.name}.{name}" if facts.module.name else name


def parses(call: ast.expr | None) -> bool:
    """Whether a call reads the options of a command line."""
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in _PARSES
    )


def default_of(facts: Facts, value: ast.expr | None) -> ast.expr | None:
    """What a field or a parameter is by default, without what describes it: `field(default=3)`,
    `typer.Option(3, "--steps")`."""
    name = facts.names.call(value) or ""
    if isinstance(value, ast.Call) and name in _DESCRIBED:
        given = keywords(value).get("default")
        return given or (value.args[0] if value.args and not name.endswith("field") else None)
    return value


_DESCRIBED = frozenset(
    {"dataclasses.field", "typer.Option", "typer.Argument", "pydantic.Field", "chz.field",
     "flax.struct.field", "simple_parsing.field", "attr.ib", "attrs.field", "pyrallis.field"}
)  # fmt: skip


def _fields(facts: Facts, owner: ast.ClassDef) -> Iterator[tuple[str, ast.expr | str]]:
    """What the body of a class sets."""
    for statement in owner.body:
        note: ast.expr | None = None
        match statement:
            case ast.AnnAssign(ast.Name(name), said, value):
                note = said
            case ast.Assign([ast.Name(name)], value):
                pass
            case _:
                continue
        factory = keywords(value).get("default_factory") if isinstance(value, ast.Call) else None
        found = default_of(facts, value)
        if factory is not None or isinstance(found, ast.Call):
            inner = facts.names.call(found) or facts.names.of(factory) or facts.names.of(note)
            if inner:
                yield name, inner  # settings within settings
        elif found is not None:
            yield name, found
        elif (inner := facts.names.of(note)) and not inner.startswith(FOREIGN):
            yield name, inner


def _add_option(facts: Facts, call: ast.Call, out: Stated) -> None:
    """Add an option of a command line: `parser.add_argument("--steps", default=10)`,
    `flags.DEFINE_integer("steps", 10, ...)`."""
    module = facts.module
    name = facts.names.of(call.func) or ""
    texts = [a.value for a in call.args if isinstance(a, ast.Constant) and type(a.value) is str]
    if isinstance(call.func, ast.Attribute) and call.func.attr == "add_argument" and texts:
        given = keywords(call)
        match given.get("dest"):
            case ast.Constant(str(known)):
                pass
            case _:
                long = [text for text in texts if text.startswith("--")] or texts
                known = long[0].lstrip("-").replace("-", "_")
        value = given.get("default")
        match given.get("action"):
            case ast.Constant("store_true"):
                value = value or _OFF
        if value is not None:
            out.setdefault(here(facts, ARGUMENTS), {})[known] = value
    elif name.startswith("absl.flags.DEFINE_") and texts:
        value = call.args[1] if len(call.args) > 1 else keywords(call).get("default")
        if value is not None:
            out.setdefault(FLAGS, {})[texts[0]] = value
            held = module.parent.get(call)
            if isinstance(held, ast.Assign) and isinstance(held.targets[0], ast.Name):
                out[here(facts, held.targets[0].id)] = {"value": value}


def _dictionaries(facts: Facts) -> Iterator[tuple[str, ast.expr]]:
    """The names that stand for a dictionary that is written out, below that of their function."""
    for node, scope in facts.module.scopes.items():
        at = facts.module.qualname(node) if isinstance(node, DEFINITIONS) else ""
        if at or scope is facts.module.top:
            for name, bindings in scope.bindings.items():
                made = bindings[0].value if len(bindings) == 1 else None
                if made is not None and is_dictionary(facts, made):
                    yield f"{at}.{name}" if at else name, made


def is_dictionary(facts: Facts, made: ast.expr) -> bool:
    """Whether an expression makes a dictionary, or what is read as one."""
    if isinstance(made, ast.Dict):
        return True
    return isinstance(made, ast.Call) and (
        facts.names.is_builtin(made.func, "dict") or facts.names.of(made.func) in _DICTIONARIES
    )


def _items(facts: Facts, made: ast.expr) -> Iterator[tuple[str, ast.expr | str]]:
    """What stands in a dictionary that is written out, by its path."""
    if isinstance(made, ast.Dict):
        pairs = [
            (key.value, value)
            for key, value in zip(made.keys, made.values, strict=True)
            if isinstance(key, ast.Constant) and isinstance(key.value, str)
        ]
    elif isinstance(made, ast.Call):
        for inner in made.args[:1]:
            yield from _items(facts, inner)
        pairs = [*keywords(made).items()]
    else:
        return
    for key, value in pairs:
        if is_dictionary(facts, value):
            for path, held in _items(facts, value):
                yield f"{key}.{path}", held
        else:
            yield key, value


def _add_stores(facts: Facts, out: Stated) -> None:
    """Add what is stored in such dictionaries: `config.steps = 10`, `config["steps"] = 10`; what
    is stored twice is not known."""
    stored: dict[tuple[str, str], list[ast.expr]] = {}
    for assign in facts.module.all(ast.Assign):
        for target in assign.targets:
            root, path = reached(target)
            if path and isinstance(root, ast.Name):
                maker = named(facts, root)
                if maker in out:
                    stored.setdefault((maker, path), []).append(assign.value)
    for (maker, path), given in stored.items():
        if is_dictionary(facts, given[0]) and len(given) == 1:
            for inner, held in _items(facts, given[0]):
                out[maker].setdefault(f"{path}.{inner}", held)
        elif len(given) == 1 and path not in out[maker]:
            out[maker][path] = given[0]
        else:
            out[maker].pop(path, None)


def reached(node: ast.expr) -> tuple[ast.expr, str]:
    """The object that a chain of attributes and items sets out from, and the path to its end:
    `config.training["steps"]`; the path is empty where an item is not written out."""
    path: list[str] = []
    while True:
        match node:
            case ast.Attribute(value, name):
                path.append(name)
                node = value
            case ast.Subscript(value, ast.Constant(str(name))):
                path.append(name)
                node = value
            case _:
                return node, ".".join(reversed(path))


def named(facts: Facts, name: ast.Name) -> str:
    """The maker that stands for what a name is bound to, once, as a dictionary; else ""."""
    holder = facts.module.scope.get(name, facts.module.top).holder(name.id)
    if holder is None:
        return ""
    at = facts.module.qualname(holder.node) if isinstance(holder.node, DEFINITIONS) else ""
    if not at and holder is not facts.module.top:
        return ""
    return here(facts, f"{at}.{name.id}" if at else name.id)


def _given_back(facts: Facts, value: ast.expr | None) -> str:
    """The maker of what a function gives back; "" where that is not known."""
    if isinstance(value, ast.Name):
        bound = facts.names.value(value)
        if bound is not None and is_dictionary(facts, bound):
            return named(facts, value)
        value = bound
    if parses(value):
        return here(facts, ARGUMENTS)
    made = facts.names.call(value)
    if isinstance(value, ast.Call) and made in OF_FIRST and value.args:
        return facts.names.of(value.args[0]) or ""
    return made if made and not made.startswith(FOREIGN) else ""

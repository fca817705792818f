"""Calls of functions of the project that give an argument too few, too many, or of another name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.defined_elsewhere import defined_elsewhere
from jaxopt_lint.patterns.key_callees import Code, code_of
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.python import Form, form, text_of, unpacks

# Decorators that leave the parameters as they are.
_KEEPING = frozenset(
    {"flax.linen.compact", "flax.linen.nowrap", "staticmethod", "classmethod", "typing.override",
     "equinox.filter_jit", "jax.jit"}
)  # fmt: skip
# Bases whose objects are made by calling `__init__` with what the class is called with.
_PLAIN = frozenset(
    {"abc.ABC", "typing.Generic", "typing.Protocol", "flax.nnx.Module", "equinox.Module",
     "haiku.Module", "gym.Env", "gym.core.Env", "gymnasium.Env", "gymnasium.core.Env",
     "gymnax.environments.environment.Environment", "torch.nn.Module",
     "torch.utils.data.Dataset"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Misfit:
    """A call that raises TypeError.

    Attributes:
        node: the call.
        function: what it calls.
        where: the line, or the file and the line, of that.
        wrong: what is wrong with what it is given, as the end of a sentence.
        unwritten: the function only raises, whatever it is given.
    """

    node: ast.Call
    function: ast.FunctionDef
    where: str
    wrong: str
    unwritten: bool = False


def misfits(facts: Facts) -> Iterator[Misfit]:
    """The calls of a file that do not fit the function of the project that they call."""
    for call in facts.module.all(ast.Call):
        if unpacks(call) or not isinstance(call.func, (ast.Name, ast.Attribute)):
            continue
        code = _called(facts, call)
        if code is None or not isinstance(code.function, ast.FunctionDef):
            continue
        function = code.function
        wrong = _wrong(form(function, code.bound), call)
        if not wrong or not _as_written(code) or error_meant(facts, call):
            continue
        row = f"line {function.lineno}"
        where = row if code.home is facts else f"{code.home.display}:{function.lineno}"
        yield Misfit(call, function, where, wrong, _only_raises(function))


def _called(facts: Facts, call: ast.Call) -> Code | None:
    """The function that a call runs, if that is certain."""
    callee = calls(facts).callee(call.func)
    if callee is not None and (callee.wraps or callee.bound_names):
        return None
    if callee is not None and callee.node is None and class_made(facts, call.func) is None:
        return _of_another_file(facts, call.func)
    code = code_of(facts, call.func, callee)
    if code is None or not isinstance(code.function, ast.FunctionDef):
        return None
    owner = code.home.module.class_of(code.function)
    if isinstance(call.func, ast.Name) and owner is not None:
        made = class_made(facts, call.func) is owner
        return Code(code.home, code.function, 1) if made and _is_plain(code.home, owner) else None
    if owner is not None and _overridden(code, owner):
        return None
    return code


def _of_another_file(facts: Facts, func: ast.expr) -> Code | None:
    """The function or constructor of another file of the project that an expression is."""
    found = defined_elsewhere(facts, func)
    if found is None:
        return None
    home, node = found
    if isinstance(node, ast.FunctionDef):
        return Code(home, node, 0)
    init = look_up(home, node, "__init__") if isinstance(node, ast.ClassDef) else None
    plain = init is not None and _is_plain(home, node)
    return Code(home, init, 1) if plain and isinstance(init, ast.FunctionDef) else None


def _is_plain(facts: Facts, owner: ast.ClassDef, depth: int = 4) -> bool:
    """Whether a class is made by calling its `__init__`, as far as it and its bases tell: one of a
    library may have a metaclass that takes arguments for itself."""
    if owner.keywords or owner.decorator_list or depth <= 0:
        return False
    if any(getattr(statement, "name", "") == "__new__" for statement in owner.body):
        return False
    for base, dotted in bases_of(facts.names, owner):
        if dotted in _PLAIN or facts.names.is_builtin(base, "object"):
            continue
        inner = class_made(facts, base)
        home, above = (facts, inner) if inner else defined_elsewhere(facts, base) or (facts, None)
        if not isinstance(above, ast.ClassDef) or not _is_plain(home, above, depth - 1):
            return False
    return True


def _overridden(code: Code, owner: ast.ClassDef) -> bool:
    """Whether a method of the same name stands in another class of the file, or this one only says
    that there is one: an object may be of a class that has a method of its own."""
    function = code.function
    assert isinstance(function, ast.FunctionDef)
    others = [
        s
        for other in code.home.module.all(ast.ClassDef)
        for s in other.body
        if other is not owner and getattr(s, "name", "") == function.name
    ]
    same = [s for s in owner.body if getattr(s, "name", "") == function.name]
    last = function.body[-1]
    only_said = isinstance(last, (ast.Pass, ast.Raise)) or (
        isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant)
    )
    return bool(others) or len(same) > 1 or only_said


def _only_raises(function: ast.FunctionDef) -> bool:
    """Whether a function does nothing but raise, as what is still to be written does."""
    body = [s for s in function.body if not isinstance(s, ast.Expr) or text_of(s.value) is None]
    return bool(body) and isinstance(body[0], ast.Raise)


def _as_written(code: Code) -> bool:
    """Whether nothing changes what a function takes."""
    made = getattr(code.function, "decorator_list", ())
    names = code.home.names
    return all(names.of(d) in _KEEPING or names.is_builtin(d, *_KEEPING) for d in made)


def _wrong(taken: Form, call: ast.Call) -> str:
    if taken.beyond(call):
        return f"takes {taken.most} arguments by position, and is given {len(call.args)}"
    if unknown := taken.unknown(call):
        return f"has no parameter `{unknown[0].arg}`"
    if missing := taken.missing(call):
        listed = " and ".join(f"`{n}`" for n in missing[:2])
        return f"also needs {listed}" + (f", and {len(missing) - 2} more" if missing[2:] else "")
    return ""

"""Arguments from jaxtyping annotations: `Float[Array, "batch dim"]`, read without importing."""

from __future__ import annotations

import ast
import re

from jaxopt_lint.verify.spec import Target, find_function

PRIMES = (5, 3, 7, 11, 2, 13, 17, 19, 23, 29)
_DTYPES = {
    "Float": "f32", "Inexact": "f32", "Num": "f32", "Shaped": "f32", "Real": "f32",
    "Float16": "f16", "BFloat16": "bf16", "Float32": "f32", "Float64": "f64",
    "Int": "i32", "Integer": "i32", "Int8": "i8", "Int16": "i16", "Int32": "i32", "Int64": "i64",
    "UInt": "u32", "UInt8": "u8", "UInt16": "u16", "UInt32": "u32",
    "Complex": "c64", "Complex64": "c64", "Bool": "bool",
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z_]\w*")


def from_annotations(function: str, source: str) -> Target | str:
    """The target that the annotations give, or the name of the first parameter without any."""
    node = find_function(source, function.partition(":")[2])
    if node is None:
        return "the function's definition"
    if "." in function.partition(":")[2]:
        return "self"
    target = Target(function)
    sizes: dict[str, int] = {}
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    for index, parameter in enumerate(positional):
        spec = _spec(parameter.annotation, sizes)
        if spec is None:
            if index >= required:
                break
            return parameter.arg
        target.args.append(spec)
    for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False):
        spec = _spec(parameter.annotation, sizes)
        if spec is not None:
            target.kwargs[parameter.arg] = spec
        elif default is None:
            return parameter.arg
    target.dims = sizes
    return target if target.args or target.kwargs else "any argument"


def _spec(annotation: ast.expr | None, sizes: dict[str, int]) -> str | None:
    """The spec of one annotation; new sizes are added to `sizes`."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return None
    if annotation is None:
        return None
    name = _last(annotation)
    if name == "PRNGKeyArray":
        return "key"
    if not isinstance(annotation, ast.Subscript):
        return None
    head, inside = _last(annotation.value), annotation.slice
    if head == "Annotated" and isinstance(inside, ast.Tuple):
        return _spec(inside.elts[0], sizes)
    if head in ("tuple", "Tuple") and isinstance(inside, ast.Tuple):
        parts = [_spec(part, sizes) for part in inside.elts]
        return None if None in parts else f"({', '.join(map(str, parts))},)"
    if not isinstance(inside, ast.Tuple) or len(inside.elts) != 2:
        return None
    array, shape = inside.elts
    if not isinstance(shape, ast.Constant) or not isinstance(shape.value, str):
        return None
    if head in ("Key", "PRNGKey"):
        return "key" if not shape.value.strip() else None
    if head not in _DTYPES:
        return None
    dims = _dims(shape.value, sizes)
    host = "np." if "np.ndarray" in ast.unparse(array).replace("jnp", "j") else ""
    return f"{host}{_DTYPES[head]}[{', '.join(dims) or '()'}]"


def _dims(text: str, sizes: dict[str, int]) -> list[str]:
    """The sizes of a jaxtyping shape string, named ones registered."""
    found = []
    for token in text.split():
        token = token.partition("=")[2] or token
        if token == "...":
            continue
        token = token.lstrip("*#?")
        if token.startswith("_") or not token:
            token = "4"
        for word in _WORD.findall(token):
            sizes.setdefault(word, PRIMES[len(sizes) % len(PRIMES)])
        found.append(token)
    return found


def _last(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2] if not isinstance(node, ast.Subscript) else ""

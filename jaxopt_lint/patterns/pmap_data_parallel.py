"""What an application of `jax.pmap` asks for, where all of it is written at the call."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact, tracing
from jaxopt_lint.semantics.python import PATH, FunctionNode, keywords, root_of, unpacks
from jaxopt_lint.semantics.subjects.versions.uses import uses

Axes = int | None
_ORDER = ("fun", "axis_name")
_KNOWN = {
    "fun", "axis_name", "in_axes", "out_axes", "static_broadcasted_argnums", "donate_argnums",
    "devices",
}  # fmt: skip
_DEVICES = ("jax.devices", "jax.local_devices")
_PROCESSES = (
    "jax.process_", "jax.host_", "jax.distributed.", "jax.experimental.multihost_utils",
)  # fmt: skip


class Unclear(Exception):
    """Why the options cannot be read off the source, in words for the user."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one `pmap`.

    Attributes:
        axis: source of the axis name; empty where it has none.
        in_axes: for each positional argument 0 or None; one value for all of them.
        out_axes: the same for the results.
        static: positions that are static.
        donated: positions that are donated.
        devices: source of the devices to use; empty for all.
    """

    axis: str
    in_axes: tuple[Axes, ...] | Axes
    out_axes: tuple[Axes, ...] | Axes
    static: tuple[int, ...]
    donated: tuple[int, ...]
    devices: str = ""


@dataclass(frozen=True, slots=True)
class Pmapped:
    """A place where a function is put under `jax.pmap`."""

    wrap: Wrap

    @property
    def node(self) -> ast.expr:
        """The decorator or call."""
        return self.wrap.site

    @property
    def function(self) -> FunctionNode | None:
        return self.wrap.function


@fact
def applications(facts: Facts) -> dict[ast.AST, Wrap]:
    """The places where the file puts a function under `jax.pmap`: a decorator or a call."""
    return {w.site: w for w in tracing(facts).wraps if w.name == "jax.pmap"}


def is_factory(wrap: Wrap) -> bool:
    """Whether `pmap` is called without a function, which it does not allow."""
    if not wrap.decorator or not isinstance(wrap.site, ast.Call):
        return False
    return wrap.options is wrap.site and not any(
        isinstance(a, (ast.Name, ast.Attribute)) for a in wrap.site.args
    )


def axes(facts: Facts) -> dict[str, ast.stmt | None]:
    """The axis names of the file's applications, each with the first statement at the top of the
    file that has one."""
    out: dict[str, ast.stmt | None] = {}
    for site, wrap in sorted(applications(facts).items(), key=lambda pair: pair[0].lineno):  # type: ignore[attr-defined]
        try:
            axis = options(facts, wrap).axis
        except Unclear:
            continue
        out.setdefault(axis, None)
        if facts.module.function(site) is None and out[axis] is None:
            statement = wrap.function if wrap.decorator else facts.module.statement(site)
            if facts.module.parent.get(statement) is facts.module.tree:  # type: ignore[arg-type]
                out[axis] = statement  # type: ignore[assignment]
    return out


def several_processes(facts: Facts) -> bool:
    """Whether the file deals with more than one process of JAX."""
    return any(dotted.startswith(_PROCESSES) for dotted in uses(facts).paths.values())


def options(facts: Facts, wrap: Wrap) -> Options:
    """The options of an application.

    Raises:
        Unclear: something is not written there, or has no counterpart in `shard_map`.
    """
    given: dict[str, ast.expr] = {}
    call = wrap.options
    if call is not None:
        partial = facts.names.call(call) == "functools.partial"
        arguments = call.args[1:] if partial else call.args
        if unpacks(call):
            raise Unclear("its options are unpacked from a sequence or a mapping")
        if is_factory(wrap) and arguments:
            raise Unclear("an option stands where the function belongs")
        for position, value in enumerate(arguments, 1 if partial else 0):
            if position >= len(_ORDER):
                raise Unclear("more options are given by position than can be told apart")
            given[_ORDER[position]] = value
        given |= keywords(call)
    for name in given:
        if name in ("f", "fn"):
            raise Unclear(f"`pmap` has no option `{name}`")
        if name == "axis_size":
            raise Unclear("`axis_size` is the length of the mesh axis, which is to be made to fit")
        if name not in _KNOWN:
            raise Unclear(f"`shard_map` has no counterpart of `{name}`")
    return Options(
        axis=_axis(facts, given.get("axis_name")),
        in_axes=_axes(given.get("in_axes"), "in_axes"),
        out_axes=_axes(given.get("out_axes"), "out_axes"),
        static=_numbers(facts, given.get("static_broadcasted_argnums")),
        donated=_numbers(facts, given.get("donate_argnums")),
        devices=_devices(facts, given.get("devices")),
    )


def plain_parameters(function: FunctionNode) -> list[str]:
    """The positional parameters of a function that has no others.

    Raises:
        Unclear: it has keyword-only parameters, defaults or `**kwargs`.
    """
    args = function.args
    if args.kwonlyargs or args.kwarg is not None:
        raise Unclear("the function takes keyword arguments, which `shard_map` does not pass on")
    if args.defaults:
        raise Unclear("the function has defaults, and a default has no device axis")
    if args.vararg is not None:
        raise Unclear("the function takes any number of arguments")
    return [a.arg for a in (*args.posonlyargs, *args.args)]


def parameters_of(facts: Facts, wrap: Wrap, argument: ast.expr, given: Options) -> list[str] | None:
    """The parameters of a function that is handed to `pmap`; None where any number will do.

    Raises:
        Unclear: the options speak of parameters that are not to be seen.
    """
    # What calls a function by its name calls itself once that is the name of what is made of it.
    if isinstance(argument, ast.Name) and len(facts.names.binding(argument)) > 1:
        raise Unclear(f"`{argument.id}` is bound more than once")
    function = wrap.function
    if function is not None and not wrap.bound and not wrap.bound_names and not wrap.inner:
        if isinstance(argument, (ast.Name, ast.Lambda)):
            try:
                return plain_parameters(function)
            except Unclear:
                if isinstance(argument, ast.Lambda):
                    raise
    if isinstance(given.in_axes, tuple) and None in given.in_axes:
        raise Unclear("the parameters that `in_axes` speaks of are not to be seen here")
    if given.static:
        raise Unclear("the parameters that are static are not to be seen here")
    for node in facts.module.inside(ast.Name, argument):
        if len(facts.names.binding(node)) > 1:
            raise Unclear(f"`{node.id}` is bound more than once")
    return None


def calls_of(facts: Facts, site: ast.Call, statement: ast.stmt) -> list[ast.Call]:
    """The calls of what a `pmap(...)` expression gives, as far as the file shows them."""
    parent = facts.module.parent[site]
    if isinstance(parent, ast.Call) and parent.func is site:
        return [parent]
    if facts.module.stored_by(site) is not statement or not isinstance(statement, ast.Assign):
        return []
    key = ast.dump(statement.targets[0]).replace("Store()", "Load()")
    return [c for c in facts.module.all(ast.Call) if ast.dump(c.func) == key]


def compiled_once(facts: Facts, wrap: Wrap, argument: ast.expr) -> bool:
    """Whether `jax.pmap`, which finds its compiled code by the function, compiles once what other
    ways would compile at each call of the function around it; a closure is another each time."""
    module = facts.module
    around = module.function(wrap.site)
    if around is None or not isinstance(argument, (ast.Name, ast.Attribute)):
        return False
    root: ast.expr = root_of(argument)
    holder = module.scope[root].holder(root.id) if isinstance(root, ast.Name) else None
    return holder is not None and holder.node is not around and _used_up(facts, wrap.site)


def _used_up(facts: Facts, site: ast.expr) -> bool:
    """Whether what `jax.pmap` gives is called on the spot, or by its name in this function."""
    around = facts.module.parent[site]
    if isinstance(around, ast.Call):
        return around.func is site
    if not isinstance(around, ast.Assign) or not isinstance(around.targets[0], ast.Name):
        return False
    name = around.targets[0].id
    reads = facts.module.reads(facts.module.scope[site].holder(name), name)
    parents = ((facts.module.parent[n], n) for n in reads)
    return all(isinstance(p, ast.Call) and p.func is n for p, n in parents)


def _axis(facts: Facts, node: ast.expr | None) -> str:
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return '"' + node.value + '"' if node.value.isprintable() else repr(node.value)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return facts.module.source(node)
    raise Unclear("its axis name is computed")


def _devices(facts: Facts, node: ast.expr | None) -> str:
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return ""
    plain = root_of(node, PATH)
    if isinstance(plain, ast.Name) or facts.names.call(plain) in _DEVICES:
        return facts.module.source(node)
    raise Unclear("its devices are an expression that cannot be written twice")


def _axes(node: ast.expr | None, name: str) -> tuple[Axes, ...] | Axes:
    if node is None:
        return 0
    if isinstance(node, ast.Constant) and node.value in (0, None) and node.value is not False:
        return None if node.value is None else 0
    if isinstance(node, (ast.Tuple, ast.List)):
        out = []
        for item in node.elts:
            axis = _axes(item, name)
            if isinstance(axis, tuple):
                raise Unclear(f"`{name}` reaches into an argument")
            out.append(axis)
        return tuple(out)
    raise Unclear(f"`{name}` maps another axis than the first, or is not written out")


def _numbers(facts: Facts, node: ast.expr | None) -> tuple[int, ...]:
    if node is None:
        return ()
    found = tracing(facts).literals(node)
    if found is None or not all(isinstance(i, int) and i >= 0 for i in found):
        raise Unclear("its static or donated positions are not written out")
    return tuple(int(i) for i in found)

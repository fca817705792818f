"""Which mesh of devices is in force, or can be named, at a place in a file."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from jaxopt_lint.semantics.jax.api.sharding import (
    MESH_MAKERS,
    SETTERS,
    SHARD_MAPS,
    SHARDINGS,
    SPECS,
)
from jaxopt_lint.semantics.jax.arguments import passed
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import FUNCTIONS, Binding, Scope


def makes_mesh(facts: Facts, value: ast.expr | None) -> bool:
    """Whether an expression makes a mesh of devices."""
    return facts.names.call(value) in MESH_MAKERS


def is_mesh(facts: Facts, node: ast.expr) -> bool:
    """Whether a name certainly stands for a mesh: made here, or annotated so."""
    binding = facts.names.only_binding(node)
    return binding is not None and _is_mesh(facts, binding)


def _entered_here(facts: Facts, node: ast.AST) -> Iterator[ast.With | ast.AsyncWith]:
    """The `with` statements around a node in its function, innermost first."""
    here = facts.module.function(node)
    for around in facts.module.ancestors(node):
        if around is here:
            return
        if isinstance(around, (ast.With, ast.AsyncWith)):
            yield around


def entered(facts: Facts, node: ast.AST) -> ast.expr | None:
    """An expression for the mesh of the innermost `with mesh:` around a node, where the function
    of the node enters it; None where there is none or it has no name."""
    for around in _entered_here(facts, node):
        for item in around.items:
            if isinstance(item.context_expr, ast.Name) and is_mesh(facts, item.context_expr):
                return item.context_expr
            if makes_mesh(facts, item.context_expr) and isinstance(item.optional_vars, ast.Name):
                return item.optional_vars
    return None


def in_force(facts: Facts, node: ast.AST) -> ast.expr | None:
    """The mesh of the innermost context around a node, entered or set, in the node's function."""
    for around in _entered_here(facts, node):
        for item in reversed(around.items):
            value = item.context_expr
            if facts.names.call(value) in SETTERS and isinstance(value, ast.Call) and value.args:
                return value.args[0]
            if is_mesh(facts, value) or makes_mesh(facts, value):
                return value
    return None


def all_named(facts: Facts) -> bool:
    """Whether each spec of a file goes into a sharding, or a map, that is given its mesh too, so
    that nothing in the file looks for a mesh around it."""
    if any(word in facts.module.text for word in _LOOK_AROUND):
        return False
    specs = list(_specs(facts))
    return bool(specs) and all(_with_mesh(facts, spec) for spec in specs)


# Of what takes the mesh around it: maps of axes, and libraries.
_LOOK_AROUND = ("pjit", "xmap", "logical", "nnx.", "thread_resources", "partitioning")


def _specs(facts: Facts) -> Iterator[ast.AST]:
    """The specs of a file, and the names that are read of those that have one."""
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) not in SPECS:
            continue
        stored = facts.module.stored_by(call)
        if stored is None or not isinstance(stored.targets[0], ast.Name):
            yield call
            continue
        name = stored.targets[0]
        holder = facts.module.scope[name].holder(name.id)
        if holder is not None:
            yield from facts.module.reads(holder, name.id)


def _with_mesh(facts: Facts, spec: ast.AST) -> bool:
    """Whether a spec stands in a call that names a mesh beside it."""
    for around in facts.module.ancestors(spec):
        if isinstance(around, ast.stmt):
            return False
        if isinstance(around, ast.Call):
            dotted = facts.names.call(around)
            if dotted in SHARDINGS:
                return len(around.args) + len(around.keywords) > 1
            if dotted in SHARD_MAPS:
                return len(around.args) > 1 or any(k.arg == "mesh" for k in around.keywords)
    return False


@fact
def set_for_all(facts: Facts) -> ast.expr | None:
    """The mesh that a statement at the top of the file sets, where nothing else sets one."""
    found = [c for c in facts.module.all(ast.Call) if facts.names.call(c) in SETTERS]
    if len(found) != 1 or len(found[0].args) != 1:
        return None
    statement = facts.module.parent[found[0]]
    at_top = isinstance(statement, ast.Expr) and facts.module.parent[statement] is facts.module.tree
    return found[0].args[0] if at_top else None


def nameable(facts: Facts, node: ast.AST) -> str | None:
    """The one mesh that code can name at a node and that the file enters with `with`; else None.

    Only names that are bound before the node runs count: in front of it in the same block of
    statements, a parameter, or at the top of the file for code in a function.
    """
    inside = entered(facts, node)
    if inside is not None:
        assert isinstance(inside, ast.Name)
        return inside.id
    contexts = set(_contexts(facts))
    found: set[str] = set()
    scope: Scope | None = facts.module.scope.get(node)
    row = getattr(node, "lineno")
    first = True
    while scope is not None:
        for name, bindings in scope.bindings.items():
            if name not in contexts or len(bindings) != 1 or not _is_mesh(facts, bindings[0]):
                continue
            before = getattr(bindings[0].node, "lineno", 0) < row
            if before or not first:
                found.add(name)
        first = first and not isinstance(scope.node, FUNCTIONS)
        scope = scope.parent
    return found.pop() if len(found) == 1 else None


def strings(facts: Facts, node: ast.expr | None) -> tuple[str, ...] | None:
    """The strings of an axis name or of a collection of them; None where one is not literal."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return (node.value,)
        return () if node.value is None else None
    if isinstance(node, ast.Name):
        return strings(facts, facts.names.value(node))
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        out: list[str] = []
        for item in node.elts:
            found = strings(facts, item)
            if found is None:
                return None
            out += found
        return tuple(out)
    return None


def axes_of_mesh(facts: Facts, node: ast.expr, depth: int = 6) -> frozenset[str] | None:
    """The axis names of the mesh that an expression stands for; None where they are unknown."""
    if depth <= 0:
        return None
    if isinstance(node, ast.Name):
        binding = facts.names.only_binding(node)
        if binding is None:
            return None
        if binding.value is not None:
            return axes_of_mesh(facts, binding.value, depth - 1)
        if binding.kind == "param":
            told = {axes_of_mesh(facts, one, depth - 1) for one in origins(facts, node)}
            return told.pop() if len(told) == 1 else None
        made = binding.node
        items = made.items if isinstance(made, ast.With) else [made]
        for item in items:
            if isinstance(item, ast.withitem) and isinstance(item.optional_vars, ast.Name):
                if item.optional_vars.id == node.id:
                    return axes_of_mesh(facts, item.context_expr, depth - 1)
        return None
    if isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        owner = facts.module.around(node, ast.ClassDef)
        stores = calls(facts).attribute_values(owner, node.attr) if owner is not None else []
        if owner is None or owner.bases or len(stores) != 1:
            return None
        return axes_of_mesh(facts, stores[0], depth - 1)
    if not isinstance(node, ast.Call):
        return None
    if makes_mesh(facts, node) or facts.names.call(node) == "jax.sharding.AbstractMesh":
        given = [k.value for k in node.keywords if k.arg == "axis_names"] or node.args[1:2]
        if any(isinstance(a, ast.Starred) for a in node.args) or not given:
            return None
        names = strings(facts, given[0])
        return frozenset(names) if names else None
    callee = calls(facts).callee(node.func)
    if callee is None or callee.wraps or not isinstance(callee.node, ast.FunctionDef):
        return None
    found = {
        axes_of_mesh(facts, r.value, depth - 1) if r.value is not None else None
        for r in facts.module.all(ast.Return)
        if facts.module.function(r) is callee.node
    }
    return found.pop() if len(found) == 1 else None


def axes_of_spec(facts: Facts, node: ast.expr) -> list[tuple[ast.expr, str]]:
    """The axis names that a `PartitionSpec` certainly holds, each with where it stands."""
    made = facts.names.behind(node)
    if not isinstance(made, ast.Call) or facts.names.call(made) not in SPECS:
        return []
    out = []
    for argument in made.args:
        parts = argument.elts if isinstance(argument, (ast.Tuple, ast.List)) else [argument]
        for part in parts:
            out += [(part, name) for name in strings(facts, part) or ()]
    return out


def is_spec(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is one `PartitionSpec`, written out or through a name."""
    return _is_made(facts, node, SPECS)


def is_sharding(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is one sharding with its mesh, written out or through a name."""
    return _is_made(facts, node, SHARDINGS)


def _is_made(facts: Facts, node: ast.expr, makers: Container[str]) -> bool:
    if isinstance(node, ast.Name):
        value = facts.names.value(node)
        return value is not None and _is_made(facts, value, makers)
    return facts.names.call(node) in makers


def _contexts(facts: Facts) -> Iterator[str]:
    for node in facts.module.all(ast.With, ast.AsyncWith):
        for item in node.items:
            if isinstance(item.context_expr, ast.Name):
                yield item.context_expr.id


def _stands_for_mesh(facts: Facts, parameter: Binding) -> bool:
    """Whether a parameter is given to JAX as a mesh, or is given a mesh by all callers."""
    module = facts.module
    home = module.around(parameter.node, *FUNCTIONS)
    if not isinstance(home, FUNCTIONS):
        return False
    for read in module.held(module.scopes[home], parameter.name):
        around = module.parent[read]
        if isinstance(around, ast.keyword) and around.arg == "mesh":
            if (facts.names.call(module.parent[around]) or "").startswith("jax."):
                return True
        if isinstance(around, ast.Call) and around.args[:1] == [read]:
            if facts.names.call(around) in {*SHARDINGS, *SETTERS}:
                return True
    given = passed(facts, home, parameter.name)
    return given is not None and all(makes_mesh(facts, facts.names.behind(v)) for v in given)


def _gives_mesh(facts: Facts, value: ast.expr | None) -> bool:
    """Whether an expression calls a function of this file that gives a mesh and nothing else."""
    function = calls(facts).function(value) if isinstance(value, ast.Call) else None
    given = facts.module.results(function) if function is not None else []
    return bool(given) and all(makes_mesh(facts, one) for one in given)


def _is_mesh(facts: Facts, binding: Binding) -> bool:
    if binding.kind == "assign":
        return makes_mesh(facts, binding.value) or _gives_mesh(facts, binding.value)
    if binding.kind == "param" and isinstance(binding.node, ast.arg):
        annotation = binding.node.annotation
        if annotation is not None:
            return facts.names.of(annotation) in MESH_MAKERS
        return _stands_for_mesh(facts, binding)
    if isinstance(binding.node, (ast.withitem, ast.With)):
        items = binding.node.items if isinstance(binding.node, ast.With) else [binding.node]
        return any(
            isinstance(i.optional_vars, ast.Name)
            and i.optional_vars.id == binding.name
            and makes_mesh(facts, i.context_expr)
            for i in items
        )
    return False

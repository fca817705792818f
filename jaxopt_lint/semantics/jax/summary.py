"""What one file tells the others, and which files need to be read at all."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.calls import FOREIGN
from jaxopt_lint.semantics.jax.effects.deeds import counts, deed_of
from jaxopt_lint.semantics.jax.effects.effect import LASTING
from jaxopt_lint.semantics.jax.environment_set import environment_set
from jaxopt_lint.semantics.jax.factories import makers
from jaxopt_lint.semantics.jax.handed import handed, numbers
from jaxopt_lint.semantics.jax.hosted import plain_calls
from jaxopt_lint.semantics.jax.interface import Settings, Summary, exports_of, modules_of
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.jax.parts import units_of
from jaxopt_lint.semantics.jax.passed_on import passed_on
from jaxopt_lint.semantics.jax.perhaps_traced import asked_methods, methods_of
from jaxopt_lint.semantics.jax.project import MESH_WORDS, Project
from jaxopt_lint.semantics.jax.put_there import put_there
from jaxopt_lint.semantics.jax.recurrence import in_test, looped_calls_of, once_mentions
from jaxopt_lint.semantics.jax.renewing import renewing_calls
from jaxopt_lint.semantics.jax.returned_modules import returned_modules, taken
from jaxopt_lint.semantics.jax.settings_of import stated_here
from jaxopt_lint.semantics.jax.spoken import spoken
from jaxopt_lint.semantics.jax.stars import said_of_stars
from jaxopt_lint.semantics.jax.switched import looks_through_results
from jaxopt_lint.semantics.jax.usual import stated
from jaxopt_lint.semantics.python import DEFINITIONS, Module
from jaxopt_lint.semantics.python.importing import imports_run

# A file in which none of these stands cannot use JAX by itself.
_DIRECT = re.compile(
    rb"jax|\bflax\b|\bhaiku\b|\bequinox\b|\boptax\b|\bnumpyro\b|\bchex\b|XLA_FLAGS"
)
# What makes 64-bit types what they say: the option, its variable, the context manager.
_X64 = re.compile(
    r"""jax_enable_x64["']?\s*[,=](?!=|\s*False)|JAX_ENABLE_X64|\benable_x64\((?!\s*False)"""
)
_GRADIENTS = ("grad", "value_and_grad", "vjp")
# Of what these hold no project imports anything back.
_OUTSIDE = ("jax.", "numpy.")
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([.\w]+)", re.MULTILINE)


def leads_to_jax(files: Mapping[Path, tuple[str, bytes]]) -> set[Path]:
    """The files that mention JAX, or import a module of the project that does.

    Args:
        files: for each file its dotted module name and its bytes.
    """
    direct = {path for path, (_, raw) in files.items() if _DIRECT.search(raw)}
    leading = {files[path][0] for path in direct if files[path][0]}
    packages = {name.split(".")[0] for name in leading}
    relevant = set(direct)
    for path, (_, raw) in files.items():
        if path in direct:
            continue
        for match in _IMPORT.finditer(raw):
            imported = match.group(1).decode(errors="replace")
            # One step is enough: what is re-exported through two modules names jax in the first.
            beside = f"{files[path][0].rpartition('.')[0]}.{imported}"
            known = imported.split(".")[0] in packages or beside in leading
            if imported.startswith(".") or known:
                relevant.add(path)
                break
    return relevant


def stating(files: Mapping[Path, tuple[str, bytes]], relevant: set[Path]) -> set[Path]:
    """The files besides that may state numbers, settings for those that lead to JAX and import
    them.

    Args:
        files: as for `leads_to_jax`.
        relevant: the files that lead to JAX.
    """
    taken = set[bytes]()
    for path in relevant:
        for match in _TAKEN.finditer(files[path][1]):
            taken.update(re.findall(rb"\w+", match.group()))
    return {
        path for path, (name, raw) in files.items()
        if path not in relevant
        and name.rpartition(".")[2].encode(errors="replace") in taken
        and _NUMBER.search(raw)
    }  # fmt: skip


_JOINS = "jax.distributed.initialize"
_TAKEN = re.compile(rb"^[ \t]*(?:from|import)[ \t][^\n]*", re.MULTILINE)
_NUMBER = re.compile(rb"[=:,(][ \t]*\d")


def summarise_settings(module: Module, display: str) -> Summary:
    """What a file that does not lead to JAX tells the others: the numbers that it states."""
    from jaxopt_lint.semantics.jax.facts import Facts

    facts = Facts(module, Project(), display=display)
    summary = Summary(module.name, display, exports=exports_of(module), aside=True)
    summary.constants, summary.settings = _constants(module), _settings(facts)
    summary.stars, summary.names, summary.public = said_of_stars(module)
    summary.spoken, summary.units = spoken(module), units_of(facts)
    return summary


def summarise(module: Module, display: str) -> Summary:
    """The summary of one file."""
    from jaxopt_lint.semantics.jax.facts import Facts

    facts = Facts(module, Project(), display=display)
    summary = Summary(
        module.name, display, exports=exports_of(module), x64=bool(_X64.search(module.text)),
        looks_through=looks_through_results(facts),
        sets_mesh=any(word in module.text for word in MESH_WORDS),
    )  # fmt: skip
    for scope in module.scopes.values():
        for bindings in scope.bindings.values():
            summary.imported |= {b.target for b in bindings if b.kind == "import"}
    summary.modules = {name for node in module.tree.body for name in modules_of(node, module)}
    summary.runs = [*imports_run(module)]
    summary.joins_processes = _JOINS in summary.imported
    for node in module.all(ast.Attribute):
        name = facts.names.of(node)
        if name is None:
            continue
        summary.joins_processes |= name == _JOINS
        if not isinstance(node.ctx, ast.Load):
            summary.stored.add(name)
        elif not name.startswith(_OUTSIDE):
            summary.read.add(name)
    for owner in module.all(ast.ClassDef):
        if found := tuple(name for _, name in bases_of(facts.names, owner) if name is not None):
            summary.bases[f"{module.name}.{module.qualname(owner)}"] = found
    _hand_out(facts, summary)
    summary.stored |= put_there(facts)
    summary.environment = environment_set(facts)
    if module.nodes.get(ast.Call) or module.nodes.get(ast.FunctionDef):
        transforms = tracing(facts)
        summary.traced = transforms.exported()
        summary.gradients = any(w.transform.kind in _GRADIENTS for w in transforms.wraps)
        summary.calls = calls(facts).exported(transforms.host)
        summary.makers = makers(facts)
        summary.effects = _effects(facts)
        summary.handed = handed(facts)
        summary.numbers = numbers(facts)
        summary.plain = plain_calls(facts)
        summary.looped = looped_calls_of(facts)
        summary.once = once_mentions(facts)
        summary.tried = _tried(facts)
        summary.passed = passed_on(facts)
        summary.asked, summary.methods = asked_methods(facts), methods_of(facts)
        summary.renewing = renewing_calls(facts)
    summary.settings = _settings(facts)
    summary.constants = _constants(module)
    summary.stars, summary.names, summary.public = said_of_stars(module)
    summary.spoken, summary.units = spoken(module), units_of(facts)
    facts.forget()
    return summary


def _tried(facts: Facts) -> dict[str, str]:
    """The functions of the project that tests of a file call, outside of what is traced there,
    each with the place."""
    out: dict[str, str] = {}
    for call in facts.module.all(ast.Call):
        if in_test(facts, call) and tracing(facts).staged(facts.module.function(call)) is None:
            found = calls(facts).callee(call.func)
            name = found.dotted if found is not None and not found.wraps else None
            if name and not name.startswith(FOREIGN):
                out.setdefault(name, facts.at(call))
    return out


def _constants(module: Module) -> dict[str, int | float]:
    """The names of the top level that stand for a number, by their dotted names."""
    out = {}
    for name, bindings in module.top.bindings.items():
        value = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
        if isinstance(value, ast.Constant) and type(value.value) in (int, float):
            if name not in module.declared_global and isinstance(value.value, (int, float)):
                out[f"{module.name}.{name}"] = value.value
    return out


def _settings(facts: Facts) -> Settings:
    """The numbers that a file states for its users, worked out."""
    out: Settings = {}
    for maker, fields in stated_here(facts).items():
        told: dict[str, tuple[bool | int | float, str] | str] = {}
        for path, held in fields.items():
            found = stated(facts, held) if isinstance(held, ast.expr) else None
            if isinstance(held, str):
                told[path] = held
            elif found is not None:
                left = f"`{path.rpartition('.')[2]}` is left at {found.number}"
                told[path] = (found.number, found.why or left)
        if told:
            out[maker] = told
    return out


def _effects(facts: Facts) -> dict[str, tuple[str, str]]:
    """What functions do for all to see, by themselves, as far as names tell."""
    out: dict[str, tuple[str, str]] = {}
    for scope in facts.module.scopes.values():
        for name, where in scope.outer.items():
            if where == "global" and isinstance(scope.node, DEFINITIONS):
                why = f"`{scope.node.name}` assigns the outer name `{name}`"
                out.setdefault(calls(facts).dotted(scope.node), ("writes", why))
    for call in facts.module.all(ast.Call):
        function = facts.module.function(call)
        if isinstance(function, DEFINITIONS):
            deed = deed_of(facts, call, method=False)
            if deed is not None and deed.kind in LASTING and not counts(facts, call):
                source = facts.module.source(call.func)
                why = f"`{function.name}` {deed.verb} `{source}`"
                out.setdefault(calls(facts).dotted(function), (deed.kind, why))
    return out


def _hand_out(facts: Facts, summary: Summary) -> None:
    """What functions give that import JAX and return it, and the names that hold such results."""
    module = facts.module
    for name, bindings in module.top.bindings.items():
        last = bindings[-1]
        if len(bindings) == 1 and last.kind == "def":
            found = returned_modules(facts.names, last.node)
            if found:
                summary.returned[f"{module.name}.{name}"] = found
            continue
        source = taken(last) if len(bindings) == 1 else None
        dotted = facts.names.of(source[0]) if source is not None else None
        if source is not None and dotted is not None:
            summary.taken[name] = (dotted, *source[1:])

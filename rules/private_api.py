"""Imports from modules of JAX that are nobody else's business."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.private import public_name, same_name, since, within
from jaxopt_lint.semantics.jax.shims import cover
from jaxopt_lint.semantics.subjects.versions.uses import Imported, uses


class PrivateApi(Rule[Imported]):
    """Something is imported from a private module of JAX.

    ## Why is this bad?
    `jax._src` has no stability promise: names in it move or vanish in any release, without a
    warning before. Much of what is imported from there has a public name.

    ## Example
    ```python
    from jax._src.mesh import Mesh


    def make(devices):
        return Mesh(devices, ("data",))
    ```
    becomes
    ```python
    from jax.sharding import Mesh


    def make(devices):
        return Mesh(devices, ("data",))
    ```

    ## Fix safety
    Both names stand for the same object. Of a statement that imports several there is one finding,
    and its names are rewritten one after the other. Where no public name is known for the same
    object, there is no fix, and the first import of a file stands for all.

    ## When to keep it
    Where there is no public way, pinned to the JAX releases that the code was tested with. It is
    for information: no release is known that the project allows and that lacks the name.
    """

    code = "JOL705"
    summary = "Something is imported from a private module of JAX"
    severity = Severity.INFO  # the releases that are known have it
    about_names = True
    across_files = True
    fix = "public-import"
    words = ("_src",)

    def matches(self) -> Iterable[Imported]:
        own = self.facts.module.name.split(".")[0] in ("jax", "jaxlib")
        return () if own else uses(self.facts).imports.values()

    def judge(self, found: Imported) -> None:
        if not self._is_private(found):
            return
        public = self._public(found.dotted)
        private = [i for i in self.matches() if self._is_private(i)]
        if public:  # one statement is one change
            same = [i for i in private if i.statement is found.statement]
            same = [i for i in same if self._public(i.dotted)]
            # The first that is sure to be there can be rewritten, and the others then.
            there = [i for i in same if since(self._public(i.dotted)) <= self.facts.oldest_jax]
            same = [*there, *(i for i in same if i not in there)]
        else:
            # Where there is no other way, the first stands for all: it is one decision.
            same = [i for i in private if not self._public(i.dotted)]
        if found is not same[0]:
            return
        several = list(dict.fromkeys(i.dotted for i in same))
        verb, them = ("is", "it") if len(several) == 1 else ("are", "them")
        new = list(dict.fromkeys(self._public(name) for name in several))
        instead = f"use {_listed(new)}" if public else self._help(several)
        self.report(
            found,
            f"{_listed(several)} {verb} private: any release of JAX may move or drop {them}",
            help=instead or _BOUND,
        )

    def _public(self, private: str) -> str:
        """The public name of the same thing; "" where none of the releases that the project allows
        has one."""
        public = public_name(private)
        return public if public and self.facts.targets(since(public)) else ""

    def _is_private(self, found: Imported) -> bool:
        if not found.dotted.startswith("jax._src"):
            return False
        return cover(self.facts.names, found.alias) is None  # or the file gets along without it

    def _help(self, modules: list[str]) -> str:
        """The public names of what is used of private modules, as far as it has any."""
        used = []
        for path in uses(self.facts).paths.values():
            for module in modules:  # read as what it is called without what is private in between
                for spelt in dict.fromkeys((module, self.facts.names.canonical(module))):
                    if path == spelt or path.startswith(spelt + "."):
                        used.append(module + path.removeprefix(spelt))
        used += _MEANT.keys() & {*modules}
        named = dict.fromkeys(path if path in _MEANT else within(path) for path in used)
        public = {name: self._public(name) or self._meant(name) for name in named}
        if public and all(public.values()):
            return f"use {_listed(sorted(set(public.values())))}"
        known = sorted(f"`{new}` for `{old}`" for old, new in public.items() if new)
        return f"use {', '.join(known)}; no public name of the rest is known here" if known else ""

    def _meant(self, private: str) -> str:
        """The public name that does for a private one, though another object may have it."""
        name = same_name(private)
        there = name and self.facts.targets(since(name))
        return name if there else _MEANT.get(private, "")


_BOUND = "no public name of it is known here: state the newest JAX that it was tried with"
# Of these types no public name is the same object, and annotations and tests mean this.
_MEANT = {
    "jax._src.prng.PRNGKeyArray": "jax.Array",
    "jax._src.random.KeyArray": "jax.Array",
    "jax._src.lib.xla_client.Device": "jax.Device",
}


def _listed(names: Sequence[str]) -> str:
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} and {last}" if others else last

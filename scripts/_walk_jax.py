"""Writes down the public interface of the JAX that this interpreter has, as JSON.

    PYTHON scripts/_walk_jax.py > walk-VERSION.json

Run it once for each release that the tables of `jaxopt_lint/semantics/api` are made from;
`scripts/update-api-names` puts the walks together. It needs nothing but jax, and runs on every
Python that some jax supports.
"""

import importlib
import inspect
import json
import os
import sys
import types
import warnings

# What needs a GPU, TensorFlow or a compiler at hand says nothing about the rest of JAX.
LEFT_OUT = (
    "jax.tools", "jax.experimental.mosaic", "jax.experimental.jax2tf", "jax.extend.mlir",
    "jax.experimental.pallas.ops",
)  # fmt: skip


def main():
    warnings.simplefilter("ignore")
    import jax

    root = os.path.dirname(jax.__file__)
    files = sorted(on_disk(root, "jax"))
    public = [n for n in files if not n.startswith(LEFT_OUT)]
    packages = sorted({n.rpartition(".")[0] for n in public})
    loaded = {name: reachable_after(name, public) for name in packages}
    modules = {}
    for name in ["jax", *public]:
        try:
            modules[name] = importlib.import_module(name)
        except BaseException:
            loaded.pop(name, None)
    names, signatures, stubs = {}, {}, {}
    for path, module in sorted(modules.items()):
        names[path] = {}
        for name in listed(module):
            try:
                value = getattr(module, name)
            except Exception:
                stubs.setdefault(path, []).append(name)
                continue
            names[path][name] = kind(value)
            found = signature(value)
            if found is not None:
                signatures[path + "." + name] = found
    json.dump(
        {
            "version": jax.__version__, "names": names, "loaded": loaded, "stubs": stubs,
            "signatures": signatures, "aliases": private_aliases(modules),
            "unread": [n for n in files if n not in modules],
        },
        sys.stdout, sort_keys=True,
    )  # fmt: skip


def on_disk(folder, dotted):
    """The public modules below a package, none of them imported."""
    for entry in sorted(os.scandir(folder), key=lambda e: e.name):
        name, ending = os.path.splitext(entry.name)
        if name.startswith("_"):
            continue
        if entry.is_dir() and os.path.exists(os.path.join(entry.path, "__init__.py")):
            yield dotted + "." + name
            yield from on_disk(entry.path, dotted + "." + name)
        elif ending == ".py":
            yield dotted + "." + name


def listed(module):
    """Names of a module, the deprecated ones that only its `__getattr__` knows included."""
    found = set(dir(module)) | set(getattr(module, "__all__", ()))
    found |= set(getattr(module, "_deprecations", {}))
    return sorted(n for n in found if not n.startswith("_"))


def reachable_after(name, public):
    """The modules below one that attribute access finds when it is imported, and no other is."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            module = importlib.import_module(name)
            found = [p for p in public if p.startswith(name + ".") and attribute(module, p, name)]
        except BaseException:
            found = []
        os.write(write, json.dumps(found).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        out = json.loads(stream.read() or b"[]")
    os.waitpid(child, 0)
    return out


def attribute(module, path, start):
    for part in path[len(start) + 1 :].split("."):
        try:
            module = getattr(module, part)
        except Exception:
            return False
    return isinstance(module, types.ModuleType)


def kind(value):
    if isinstance(value, types.ModuleType):
        return "m"
    if isinstance(value, type):
        return "c"
    return "f" if callable(value) else "o"


def private_aliases(modules):
    """For each object that a private module holds, its public names."""
    places = {}
    for path, module in modules.items():
        for name in listed(module):
            value = vars(module).get(name)
            if telling(value):
                places.setdefault(id(value), []).append(path + "." + name)
    out = {}
    for path, module in sorted(sys.modules.items()):
        if module is None or not path.startswith("jax._src"):
            continue
        out.setdefault("modules", []).append(path)
        for name, value in sorted(vars(module).items()):
            if not name.startswith("_") and telling(value):
                found = sorted(places.get(id(value), ()))
                out.setdefault("objects", {})[path + "." + name] = found
    return out


def telling(value):
    """Whether finding one object in two places says that they are two names for one thing."""
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, tuple)):
        return False
    if isinstance(value, types.ModuleType):
        return value.__name__.split(".")[0] == "jax"
    home = getattr(value, "__module__", None) or type(value).__module__
    return str(home).split(".")[0] in ("jax", "jaxlib")


def signature(value):
    """[by position only, by position or keyword, by keyword only, *args?, **kwargs?]"""
    if isinstance(value, (type, types.ModuleType)) or not callable(value):
        return None
    if type(value).__name__ not in ("function", "PjitFunction", "CompiledFunction", "custom_jvp"):
        return None
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = {k: [p.name for p in parameters if p.kind == k] for k in range(5)}
    return [kinds[0], kinds[1], kinds[3], bool(kinds[2]), bool(kinds[4])]


if __name__ == "__main__":
    main()

import jax


@jax.jit
def step(w, x):
    return w - x, {"loss": (w * x).sum()}


def fit(w, xs):
    seen = {}
    for x in xs:
        w, found = step(w, x)
        if "loss" in found:
            seen["loss"] = float(found["loss"])  # fact: syncs fetch found["loss"]
    for x in xs:
        w, found = step(w, x)
        if x in seen:
            seen[x] = float(found["loss"])
    return w, seen

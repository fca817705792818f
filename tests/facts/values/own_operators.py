import jax


class Big:
    def __add__(self, other):
        return Big()

    def __rmul__(self, other):
        return Big()


@jax.jit
def step(a, b):
    c = a + b  # kind: tree
    d = a + 1  # kind: tree
    e = 2 * b  # kind: tree
    f = a - b  # kind: tracer
    g = a + jax.numpy.sum(b)  # kind: tracer
    a += b
    return a  # kind: tree

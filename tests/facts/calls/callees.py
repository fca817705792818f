import functools

import jax


def loss(w, x):
    return (w * x).sum()


def outer(x):
    inner = functools.partial(loss, x)  # fact: calls functools.partial
    return inner(x)  # fact: calls loss, 1 given


fast = jax.jit(jax.grad(loss))  # fact: calls jax.grad; jax.jit
print(fast(1.0, 2.0))  # fact: calls jax.jit of jax.grad of loss


class Model:
    def forward(self, x):
        return self.scale(x)  # fact: calls scale, 1 given

    def scale(self, x):
        return 2 * x


def unknown(f, x):
    return f(x)

# not executed: the originals raise
import jax
import jax.numpy as jnp


def solve(a):
    def body(state):
        x, _ = state
        return 0.5 * (x + a / x), x

    return jax.lax.while_loop(lambda s: jnp.abs(s[0] - s[1]) > 1e-6, body, (a, 0.0 * a))[0]  # want: JOL509 "this `jax.lax.while_loop`"


def loss(a, target):
    root = solve(a)
    return (root - target) ** 2


def decay(x, steps):
    return jax.lax.fori_loop(0, steps, lambda i, v: 0.9 * jnp.sin(v), x)


def cost(x, steps):
    return jnp.sum(decay(x, steps) ** 2)


slope = jax.grad(loss)
compiled = jax.jit(jax.grad(cost))  # want: JOL509 "whose number of turns is traced"


def fixed_point(w, start):
    def body(z):
        return jnp.tanh(w @ z)

    return jax.lax.while_loop(lambda z: jnp.max(z) > 1e-3, body, start)  # want: JOL509 "this"


def distance(w, start):
    return jnp.sum(fixed_point(w, start))


gradient = jax.grad(distance)


@jax.jit
def unrolled(w, x, steps):
    return jax.lax.fori_loop(0, steps, lambda i, v: jnp.tanh(w @ v), x)


def error(w, x, steps):
    return jnp.sum(unrolled(w, x, steps))


slopes = jax.grad(error)(jnp.ones((3, 3)), jnp.ones(3), 20)  # want: JOL509 "whose number of turns is traced"


@jax.jit
def powers(x, steps):
    return jax.lax.fori_loop(0, steps, lambda i, v: v * x, 1.0)


own = jax.grad(lambda w: powers(w[0], 5).sum())(jnp.ones((3, 3)))  # want: JOL509 "goes back"

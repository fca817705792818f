# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


def loss(c, x, y):
    return jnp.mean(jnp.abs(x @ c - y) ** 2)


@jax.jit
def step(c, x, y, rate):
    value, grads = jax.value_and_grad(loss)(c, x, y)
    return c - rate * grads, value  # want: JOL541 (warning) "`c` is complex"


def fit(x, y):
    c = jnp.zeros(6, dtype=jnp.complex64)
    for _ in range(50):
        c, value = step(c, x, y, 0.05)
    return c


def with_optax(x, y):
    weights = jnp.ones(6) + 0.5j
    state = tx.init(weights)
    grads = jax.grad(loss)(weights, x, y)
    updates, state = tx.update(grads, state, weights)  # want: JOL541 "the imaginary parts"
    return optax.apply_updates(weights, updates)


def by_leaf(x, y):
    c = jnp.zeros(6, jnp.complex64)
    grads = jax.grad(loss)(c, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, c, grads)  # want: JOL541 "`grads`"

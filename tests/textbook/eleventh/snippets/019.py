import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnames=("state",), static_argnames=("n_inner",))
def advance(state, forcing, n_inner):
    def body(_, s):
        return {"u": s["u"] + 0.01 * s["v"], "v": s["v"] - 0.01 * s["u"] + 0.01 * forcing}

    return jax.lax.fori_loop(0, n_inner, body, state)


def energy(state):
    return 0.5 * jnp.sum(state["u"] ** 2 + state["v"] ** 2)


def total(u0, forcing):
    return energy(advance({"u": u0, "v": jnp.zeros_like(u0)}, forcing, n_inner=10))


state = {"u": jnp.ones(8), "v": jnp.zeros(8)}
forcing = jnp.linspace(0.0, 1.0, 8)
for _ in range(5):
    state = advance(state, forcing, n_inner=20)
print(energy(state))
print(jax.grad(total)(jnp.ones(8), forcing))

import jax
import jax.numpy as jnp


def update(state, batch):
    def loss(p):
        return jnp.mean((batch["x"] @ p - batch["y"]) ** 2)

    g = jax.grad(loss)(state["params"])
    mom = 0.9 * state["mom"] + g
    return {"params": state["params"] - 1e-3 * mom, "mom": mom}


update = jax.jit(update, donate_argnums=(1,))


def train(batches, dim=60_000, out=2_000):
    state = {"params": jnp.zeros((dim, out)), "mom": jnp.zeros((dim, out))}
    for batch in batches:
        state = update(state, batch)
    return state

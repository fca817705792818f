import jax
import jax.numpy as jnp


def update(state, grads):
    return jax.tree.map(lambda s, g: s - 0.1 * g, state, grads)


update = jax.jit(update, donate_argnums=0)
state = {"w": jnp.ones((64, 64)), "b": jnp.zeros(64)}
grads = jax.tree.map(jnp.ones_like, state)
new = update(state, grads)
moved = jnp.linalg.norm(new["w"] - state["w"])
print(moved)

import jax
import jax.numpy as jnp
import optax

params = {
    "encoder": {"w": jnp.ones((4, 4))},
    "head": {"w": jnp.ones((4, 1)), "b": jnp.zeros(1)},
}
labels = {"encoder": "frozen", "head": "trained"}
tx = optax.partition(
    {"trained": optax.adamw(1e-3, mask=lambda p: jax.tree.map(lambda x: x.ndim > 1, p)),
     "frozen": optax.set_to_zero()},
    labels,
)
opt_state = tx.init(params)
x = jax.random.normal(jax.random.key(0), (8, 4))


@jax.jit
def step(params, opt_state):
    def loss_fn(p):
        return jnp.mean((x @ p["encoder"]["w"] @ p["head"]["w"] + p["head"]["b"]) ** 2)

    grads = jax.grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


for _ in range(3):
    params, opt_state = step(params, opt_state)
print(params["encoder"]["w"][0], params["head"]["b"])

import jax
import jax.numpy as jnp
import optax

params = {
    "embedding": jax.random.normal(jax.random.key(0), (10, 4)),
    "head": {"w": jnp.ones((4, 1)), "b": jnp.zeros((1,))},
}
trainable = {"embedding": False, "head": {"w": True, "b": True}}

tx = optax.masked(optax.adam(1e-3), trainable)
opt_state = tx.init(params)
ids = jnp.array([1, 3, 5])


def loss_fn(p):
    h = p["embedding"][ids]
    return jnp.mean((h @ p["head"]["w"] + p["head"]["b"] - 1.0) ** 2)


@jax.jit
def step(p, s):
    grads = jax.grad(loss_fn)(p)
    updates, s = tx.update(grads, s, p)
    return optax.apply_updates(p, updates), s


for _ in range(10):
    params, opt_state = step(params, opt_state)
print(loss_fn(params))

import jax
import jax.numpy as jnp
import optax

params = {"kernel": jnp.full((4, 2), 0.1), "bias": jnp.zeros(2)}
optimizer = optax.lookahead(optax.sgd(0.1, momentum=0.9), sync_period=5, slow_step_size=0.5)
opt_state = optimizer.init(params)
x = jax.random.normal(jax.random.key(0), (12, 4))


def loss_fn(p):
    return jnp.mean((x @ p["kernel"] + p["bias"] - 2.0) ** 2)


@jax.jit
def step(p, s):
    grads = jax.grad(loss_fn)(p)
    updates, s = optimizer.update(grads, s, p)
    return optax.apply_updates(p, updates), s


for _ in range(20):
    params, opt_state = step(params, opt_state)
print(loss_fn(params))

import jax
import jax.numpy as jnp


def safe_norm(v):
    sq = jnp.sum(v**2, axis=-1, keepdims=True)
    positive = sq > 0.0
    inner = jnp.where(positive, sq, 1.0)
    return jnp.where(positive, jnp.sqrt(inner), 0.0)


def direction_loss(v, target):
    unit = v / (safe_norm(v) + 1e-8)
    return jnp.mean(1.0 - jnp.sum(unit * target, axis=-1))


grad_fn = jax.jit(jax.grad(direction_loss))
print(grad_fn(jnp.zeros((4, 3)), jnp.ones((4, 3))))

import jax
import jax.numpy as jnp


def fixed_point(params, x, tol=1e-5):
    """Solves z = tanh(W z + U x + b) by iteration."""

    def step(z):
        return jnp.tanh(params["w"] @ z + params["u"] @ x + params["b"])

    def cond(carry):
        z_prev, z = carry
        return jnp.max(jnp.abs(z - z_prev)) > tol

    def body(carry):
        _, z = carry
        return z, step(z)

    z0 = jnp.zeros(params["b"].shape)
    _, z = jax.lax.while_loop(cond, body, (z0, step(z0)))
    return z


def loss(params, x, target):
    return jnp.mean((fixed_point(params, x) - target) ** 2)


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
params = {
    "w": 0.3 * jax.random.normal(k1, (128, 128)) / 128**0.5,
    "u": jax.random.normal(k2, (128, 64)) / 8.0,
    "b": jnp.zeros(128),
}
grads = jax.jit(jax.grad(loss))(params, jax.random.normal(k3, (64,)), jax.random.normal(k4, (128,)))
print(jax.tree.map(jnp.shape, grads))

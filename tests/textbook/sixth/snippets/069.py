import jax
import jax.numpy as jnp


@jax.custom_vjp
def straight_through_quantize(x, scale):
    return jnp.round(x / scale) * scale


def quantize_fwd(x, scale):
    return straight_through_quantize(x, scale), (x, scale)


def quantize_bwd(residuals, g):
    x, scale = residuals
    inside = jnp.abs(x) <= 127.0 * scale
    return g * inside.astype(g.dtype)


straight_through_quantize.defvjp(quantize_fwd, quantize_bwd)


def loss_fn(weights, inputs, targets):
    quantized = straight_through_quantize(weights, 0.02)
    return jnp.mean((inputs @ quantized - targets) ** 2)


if __name__ == "__main__":
    k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
    weights = jax.random.normal(k1, (1_024, 256))
    inputs = jax.random.normal(k2, (128, 1_024))
    targets = jax.random.normal(k3, (128, 256))
    grads = jax.jit(jax.grad(loss_fn))(weights, inputs, targets)
    print("grad norm:", jnp.linalg.norm(grads))

"""Fake quantization with a straight-through estimator."""
import jax
import jax.numpy as jnp

BATCH, IN, OUT = 512, 1024, 1024


@jax.custom_vjp
def fake_quant(x, scale):
    return jnp.clip(jnp.round(x / scale), -128, 127) * scale


def fake_quant_fwd(x, scale):
    inside = jnp.abs(x / scale) <= 127
    return fake_quant(x, scale), inside


def fake_quant_bwd(inside, g):
    return (jnp.where(inside, g, 0.0),)


fake_quant.defvjp(fake_quant_fwd, fake_quant_bwd)


def loss_fn(w, x, y):
    scale = jax.lax.stop_gradient(jnp.max(jnp.abs(w)) / 127.0)
    return jnp.mean((x @ fake_quant(w, scale) - y) ** 2)


if __name__ == "__main__":
    kw, kx, ky = jax.random.split(jax.random.key(0), 3)
    w = jax.random.normal(kw, (IN, OUT)) / IN**0.5
    x = jax.random.normal(kx, (BATCH, IN))
    y = jax.random.normal(ky, (BATCH, OUT))
    loss_and_grad = jax.jit(jax.value_and_grad(loss_fn))
    for _ in range(200):
        loss, grad = loss_and_grad(w, x, y)
        w = w - 0.1 * grad
    print("loss", float(loss))

import jax
import jax.numpy as jnp
from jax import lax


def residual_block(x, p):
    y = lax.conv_general_dilated(x, p["c1"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    y = jax.nn.relu(y)
    y = lax.conv_general_dilated(y, p["c2"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return x + y


def features(stack, images):
    jax.checkpoint(residual_block)
    out, _ = lax.scan(lambda x, p: (residual_block(x, p), None), images, stack)
    return out.mean(axis=(1, 2))


@jax.jit(donate_argnums=(0,))
def train_step(stack, images, targets):
    def loss(s):
        return jnp.mean((features(s, images) - targets) ** 2)

    g = jax.grad(loss)(stack)
    return jax.tree.map(lambda p, d: p - 0.01 * d, stack, g)

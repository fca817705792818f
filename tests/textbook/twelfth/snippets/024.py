"""A deep residual stack with layers stored along a leading axis."""
import jax
import jax.numpy as jnp

DEPTH, WIDTH = 48, 256


def block(x, layer):
    h = jax.nn.gelu(x @ layer["up"])
    return x + h @ layer["down"], None


def init(key):
    ku, kd = jax.random.split(key)
    return {
        "up": jax.random.normal(ku, (DEPTH, WIDTH, 4 * WIDTH)) * 0.02,
        "down": jax.random.normal(kd, (DEPTH, 4 * WIDTH, WIDTH)) * 0.02,
    }


def forward(params, x):
    body = jax.checkpoint(block)
    out, _ = jax.lax.scan(body, x, params)
    return out


@jax.jit
def loss_and_grad(params, x):
    return jax.value_and_grad(lambda p: jnp.mean(forward(p, x) ** 2))(params)


if __name__ == "__main__":
    params = init(jax.random.key(0))
    x = jax.random.normal(jax.random.key(1), (8, WIDTH))
    loss, grads = loss_and_grad(params, x)
    print(loss, jax.tree.map(jnp.shape, grads))

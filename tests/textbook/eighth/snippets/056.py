"""A 24-layer residual MLP trained with activation rematerialization."""
import jax
import jax.numpy as jnp

LAYERS, DIM, TOKENS = 24, 2048, 8192


def init_layer(key):
    k_up, k_down = jax.random.split(key)
    return {
        "up": jax.random.normal(k_up, (DIM, 4 * DIM)) / DIM**0.5,
        "down": jax.random.normal(k_down, (4 * DIM, DIM)) / (4 * DIM) ** 0.5,
    }


def block(layer, x):
    return x + jax.nn.gelu(x @ layer["up"]) @ layer["down"]


@jax.checkpoint
def forward(params, x):
    for layer in params:
        x = block(layer, x)
    return x


@jax.jit
def train_step(params, x, y):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((forward(p, x) - y) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 1e-3 * g, params, grads), loss


if __name__ == "__main__":
    k_params, k_x, k_y = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(k_x, (TOKENS, DIM))
    y = jax.random.normal(k_y, (TOKENS, DIM))
    params = [init_layer(k) for k in jax.random.split(k_params, LAYERS)]
    params, loss = train_step(params, x, y)
    print("loss", float(loss))

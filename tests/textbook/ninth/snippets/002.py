import jax
import jax.numpy as jnp

NUM_LAYERS = 24
DIM = 1_024


def init_layer(key):
    up_key, down_key = jax.random.split(key)
    return {
        "up": jax.random.normal(up_key, (DIM, 4 * DIM)) * DIM**-0.5,
        "down": jax.random.normal(down_key, (4 * DIM, DIM)) * (4 * DIM) ** -0.5,
    }


def mlp_layer(layer, x):
    return x + jax.nn.gelu(x @ layer["up"]) @ layer["down"]


def forward(layers, x):
    for layer in layers:
        x = mlp_layer(layer, x)
    return x


def loss_fn(layers, x):
    """Activations are rematerialized to fit the long sequences in memory."""
    return jnp.mean(jax.checkpoint(forward)(layers, x) ** 2)


layer_keys = jax.random.split(jax.random.key(0), NUM_LAYERS)
layers = [init_layer(key) for key in layer_keys]
x = jax.random.normal(jax.random.key(1), (16, 2_048, DIM))
loss, grads = jax.jit(jax.value_and_grad(loss_fn))(layers, x)
print("loss", float(loss))

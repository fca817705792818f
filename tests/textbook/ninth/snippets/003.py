import jax
import jax.numpy as jnp

LAYER_SIZES = (784, 512, 256, 128, 10)


def init_params(key):
    params = []
    for fan_in, fan_out in zip(LAYER_SIZES[:-1], LAYER_SIZES[1:]):
        key, layer_key = jax.random.split(key)
        kernel = jax.random.normal(layer_key, (fan_in, fan_out)) * (2.0 / fan_in) ** 0.5
        params.append({"kernel": kernel, "bias": jnp.zeros(fan_out)})
    return params


def forward(params, x):
    for layer in params[:-1]:
        x = jax.nn.relu(x @ layer["kernel"] + layer["bias"])
    return x @ params[-1]["kernel"] + params[-1]["bias"]


def loss_fn(params, images, labels):
    log_probs = jax.nn.log_softmax(forward(params, images))
    return -jnp.take_along_axis(log_probs, labels[:, None], axis=1).mean()


@jax.jit
def train_step(params, images, labels):
    grads = jax.grad(loss_fn)(params, images, labels)
    return jax.tree.map(lambda p, g: p - 0.05 * g, params, grads)


params = init_params(jax.random.key(0))
images = jax.random.normal(jax.random.key(1), (1_024, 784))
labels = jax.random.randint(jax.random.key(2), (1_024,), 0, 10)
for _ in range(1_000):
    params = train_step(params, images, labels)
print("loss", float(loss_fn(params, images, labels)))

import jax
import jax.numpy as jnp

root = jax.random.key(2024)


def augment(key, image):
    noise = 0.1 * jax.random.normal(key, image.shape)
    return image + noise


@jax.jit
def augment_batch(step, images):
    step_key = jax.random.fold_in(root, step)
    ids = jnp.arange(images.shape[0])
    keys = jax.vmap(lambda i: jax.random.fold_in(step_key, i))(ids)
    return jax.vmap(augment)(keys, images)


def init(sizes):
    params = []
    for i, (m, n) in enumerate(zip(sizes[:-1], sizes[1:])):
        k = jax.random.fold_in(root, 1_000_000 + i)
        params.append(jax.random.normal(k, (m, n)) / jnp.sqrt(m))
    return params


params = init([64, 32, 10])
images = jnp.zeros((4, 8, 8))
for step in range(3):
    batch = augment_batch(step, images)
    x = batch.reshape(batch.shape[0], -1)
    for w in params:
        x = jnp.tanh(x @ w)
    print(step, x.mean())

import jax
import jax.numpy as jnp


@jax.jit
def encode(params, image):
    h = image.reshape(-1)
    h = jax.nn.relu(params["w1"] @ h)
    return params["w2"] @ h


def embed_batch(params, images):
    return jnp.stack([encode(params, img) for img in images])


def embed_dataset(params, loader):
    chunks = []
    for images in loader:
        chunks.append(embed_batch(params, images))
    return jnp.concatenate(chunks)


def demo():
    k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
    params = {"w1": jax.random.normal(k1, (512, 3072)), "w2": jax.random.normal(k2, (64, 512))}
    return embed_dataset(params, [jax.random.normal(k3, (4096, 32, 32, 3))])

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def patchify(images):
    b, h, w, c = images.shape
    p = 4
    n = int(np.prod((h // p, w // p)))
    x = images.reshape(b, h // p, p, w // p, p, c)
    x = x.transpose(0, 1, 3, 2, 4, 5).reshape(b, n, p * p * c)
    return x / np.sqrt(p * p * c).item()


if __name__ == "__main__":
    print(patchify(jnp.ones((2, 32, 32, 3))).shape)

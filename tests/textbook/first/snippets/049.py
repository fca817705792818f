import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def whiten(x):
    centred = x - x.mean(axis=0)
    cov = centred.T @ centred / (x.shape[0] - 1)
    vals, vecs = np.linalg.eigh(cov)
    return centred @ vecs / jnp.sqrt(vals + 1e-6)


def main():
    x = jax.random.normal(jax.random.key(3), (500, 12))
    z = whiten(x)
    print(jnp.round(jnp.cov(z.T), 2))


if __name__ == "__main__":
    main()

import jax
import jax.numpy as jnp
import numpy as np


def one_hot_batch(labels, classes):
    out = np.zeros((len(labels), classes), np.float32)
    out[np.arange(len(labels)), labels] = 1.0
    return out


@jax.jit
def smooth_boundary(field):
    lap = field[:-2] - 2.0 * field[1:-1] + field[2:]
    new = field.at[1:-1].add(0.1 * lap)
    new[0] = new[1]
    return new.at[-1].set(new[-2])


if __name__ == "__main__":
    print(smooth_boundary(jnp.linspace(0.0, 1.0, 32) ** 2))

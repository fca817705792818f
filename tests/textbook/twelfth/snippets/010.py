"""Full-batch softmax regression."""
import jax
import jax.numpy as jnp
import numpy as np

rng = np.random.default_rng(0)
IMAGES = rng.random((60_000, 784), dtype=np.float32)
LABELS = rng.integers(0, 10, size=(60_000,))


def cross_entropy(w, images, labels):
    logp = jax.nn.log_softmax(images @ w)
    return -jnp.mean(jnp.take_along_axis(logp, labels[:, None], axis=1))


@jax.jit
def gd_step(w):
    loss, g = jax.value_and_grad(cross_entropy)(w, IMAGES, LABELS)
    return w - 0.5 * g, loss


def main():
    w = jnp.zeros((784, 10))
    for it in range(50):
        w, loss = gd_step(w)
    print("loss", float(loss))


if __name__ == "__main__":
    main()

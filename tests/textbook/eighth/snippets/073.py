"""Classifier training that turns on label smoothing after a warm phase."""
import jax
import jax.numpy as jnp

BATCH, FEATURES, CLASSES = 256, 784, 10
label_smoothing = 0.0


def loss_fn(w, x, y):
    targets = jax.nn.one_hot(y, CLASSES)
    targets = targets * (1.0 - label_smoothing) + label_smoothing / CLASSES
    return -jnp.mean(jnp.sum(targets * jax.nn.log_softmax(x @ w), axis=-1))


@jax.jit
def train_step(w, x, y):
    loss, grad = jax.value_and_grad(loss_fn)(w, x, y)
    return w - 0.05 * grad, loss


def main(warm_steps=1_000, smooth_steps=1_000):
    global label_smoothing
    key = jax.random.key(0)
    w = jnp.zeros((FEATURES, CLASSES))
    for step in range(warm_steps + smooth_steps):
        if step == warm_steps:
            label_smoothing = 0.1
        kx, ky = jax.random.split(jax.random.fold_in(key, step))
        x = jax.random.normal(kx, (BATCH, FEATURES))
        y = jax.random.randint(ky, (BATCH,), 0, CLASSES)
        w, loss = train_step(w, x, y)
    print("final loss", float(loss))


if __name__ == "__main__":
    main()

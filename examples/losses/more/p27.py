"""Train a small nnx classifier on synthetic skin-lesion features, evaluate each epoch."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

FEATURES, CLASSES, BATCH = 64, 4, 100


class Lesion(nnx.Module):
    def __init__(self, width, rngs):
        self.inp = nnx.Linear(FEATURES, width, rngs=rngs)
        self.mid = nnx.Linear(width, width, rngs=rngs)
        self.out = nnx.Linear(width, CLASSES, rngs=rngs)

    def __call__(self, x):
        x = nnx.gelu(self.inp(x))
        x = x + nnx.gelu(self.mid(x))
        return self.out(x)


def lesions(n, rng):
    y = rng.integers(0, CLASSES, n)
    centre = np.random.default_rng(123).normal(0, 0.4, (CLASSES, FEATURES))
    x = centre[y] + rng.standard_normal((n, FEATURES))
    return x.astype(np.float32), y.astype(np.int32)


def cross_entropy(logits, y):
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


def main(epochs=4):
    rng = np.random.default_rng(0)
    x, y = lesions(12000, rng)
    x_val, y_val = jax.device_put(lesions(2000, rng))
    graph, params = nnx.split(Lesion(192, nnx.Rngs(0)), nnx.Param)
    tx = optax.adamw(1e-3)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def train_step(params, opt_state, xb, yb):
        def loss_fn(p):
            return cross_entropy(nnx.merge(graph, p)(xb), yb)

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    @jax.jit
    def evaluate(params, xb, yb):
        logits = nnx.merge(graph, params)(xb)
        return cross_entropy(logits, yb), jnp.mean(logits.argmax(-1) == yb)

    best, patience = np.inf, 2
    for epoch in range(epochs):
        order = rng.permutation(len(x)).reshape(-1, BATCH)
        for idx in order:
            params, opt_state, _ = train_step(params, opt_state, x[idx], y[idx])
        value, accuracy = jax.device_get(evaluate(params, x_val, y_val))
        print(f"epoch {epoch + 1}: validation loss {value:.4f}, accuracy {accuracy:.3f}")
        if value < best - 1e-4:
            best, patience = value, 2
        else:
            patience -= 1
            if patience == 0:
                print("stopping early")
                break


if __name__ == "__main__":
    main()

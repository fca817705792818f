"""Train a small convnet on procedurally generated digits-like images."""
import numpy as np
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.c1 = nnx.Conv(1, 16, (3, 3), strides=2, rngs=rngs)
        self.c2 = nnx.Conv(16, 32, (3, 3), strides=2, rngs=rngs)
        self.out = nnx.Linear(32 * 7 * 7, 10, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.c1(x))
        x = nnx.relu(self.c2(x))
        return self.out(x.reshape(x.shape[0], -1))


class ImageSource:
    """Random crops of 40x40 canvases, with flips, noise and contrast jitter."""

    def __init__(self, n=4096, seed=0):
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, 10, n)
        proto = rng.standard_normal((10, 40, 40)).astype(np.float32)
        self.canvas = proto[self.labels] + 0.5 * rng.standard_normal((n, 40, 40), dtype=np.float32)
        self.rng = rng

    def batch(self, size):
        r = self.rng
        idx = r.integers(0, len(self.labels), size)
        oy, ox = r.integers(0, 12, (2, size))
        rows = oy[:, None] + np.arange(28)
        cols = ox[:, None] + np.arange(28)
        x = self.canvas[idx[:, None, None], rows[:, :, None], cols[:, None, :]]
        flip = r.random(size) < 0.5
        x = np.where(flip[:, None, None], x[:, :, ::-1], x)
        gain = r.uniform(0.7, 1.3, (size, 1, 1)).astype(np.float32)
        x = x * gain + 0.1 * r.standard_normal(x.shape, dtype=np.float32)
        return x[..., None], self.labels[idx].astype(np.int32)


net = Net(nnx.Rngs(0))
graphdef, params = nnx.split(net)
tx = optax.sgd(0.05, momentum=0.9)
opt_state = tx.init(params)


def loss_fn(params, x, y):
    logits = nnx.merge(graphdef, params)(x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


def _update(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


update = jax.jit(_update, donate_argnums=(0, 1))
source = ImageSource()
history = []
for step in range(240):
    x, y = source.batch(512)
    params, opt_state, loss = update(params, opt_state, x, y)
    history.append(float(loss))

history = np.asarray(history)
for k in range(0, 240, 80):
    print(f"steps {k:3d}-{k + 79:3d}  mean loss {history[k:k + 80].mean():.4f}")

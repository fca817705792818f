"""Train an MNIST-sized nnx MLP-mixer on synthetic glyphs, one log line per epoch."""
import numpy as np
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class MixerBlock(nnx.Module):
    def __init__(self, tokens, dim, rngs):
        self.n1, self.n2 = nnx.LayerNorm(dim, rngs=rngs), nnx.LayerNorm(dim, rngs=rngs)
        self.t1, self.t2 = nnx.Linear(tokens, 64, rngs=rngs), nnx.Linear(64, tokens, rngs=rngs)
        self.c1, self.c2 = nnx.Linear(dim, 128, rngs=rngs), nnx.Linear(128, dim, rngs=rngs)

    def __call__(self, x):
        y = jnp.swapaxes(self.n1(x), 1, 2)
        x = x + jnp.swapaxes(self.t2(nnx.gelu(self.t1(y))), 1, 2)
        return x + self.c2(nnx.gelu(self.c1(self.n2(x))))


class Mixer(nnx.Module):
    def __init__(self, rngs, dim=64, depth=3):
        self.embed = nnx.Linear(16, dim, rngs=rngs)
        self.blocks = nnx.List([MixerBlock(49, dim, rngs) for _ in range(depth)])
        self.head = nnx.Linear(dim, 10, rngs=rngs)

    def __call__(self, img):
        b = img.shape[0]
        x = img.reshape(b, 7, 4, 7, 4).transpose(0, 1, 3, 2, 4).reshape(b, 49, 16)
        x = self.embed(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(1))


graphdef, params = nnx.split(Mixer(nnx.Rngs(0)))
tx = optax.adamw(1e-3)


def loss_fn(params, x, y):
    logits = nnx.merge(graphdef, params)(x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


def step(params, opt, total, x, y):
    loss, g = jax.value_and_grad(loss_fn)(params, x, y)
    upd, opt = tx.update(g, opt, params)
    return optax.apply_updates(params, upd), opt, total + loss


step = jax.jit(step, donate_argnums=(0, 1, 2))


def glyphs(n, seed):
    rng = np.random.default_rng(seed)
    proto = np.random.default_rng(0).standard_normal((10, 28, 28)).astype(np.float32)
    y = rng.integers(0, 10, n).astype(np.int32)
    return proto[y] + 2.5 * rng.standard_normal((n, 28, 28), dtype=np.float32), y


def main():
    global params
    p, opt = params, tx.init(params)
    del params
    x, y = glyphs(1920, 1)
    rng = np.random.default_rng(2)
    for epoch in range(2):
        order = rng.permutation(len(x)).reshape(-1, 64)
        total = jnp.zeros(())
        for idx in order:
            p, opt, total = step(p, opt, total, x[idx], y[idx])
        print(f"epoch {epoch} mean loss {float(total) / len(order):.4f}")


if __name__ == "__main__":
    main()

"""Speech command recogniser with gradient accumulation over micro-batches."""
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax

FRAMES, MELS, WORDS = 32, 20, 10
MICRO, ACCUM = 16, 4


class Residual(nn.Module):
    channels: int

    @nn.compact
    def __call__(self, x):
        y = nn.LayerNorm()(x)
        y = nn.relu(nn.Dense(self.channels)(y))
        y = y + jnp.roll(y, 1, axis=1)
        y = nn.LayerNorm()(nn.Dense(self.channels)(y))
        return x + y


class CommandNet(nn.Module):
    channels: int = 32
    depth: int = 4

    @nn.compact
    def __call__(self, mel):
        x = nn.Dense(self.channels)(mel)
        for _ in range(self.depth):
            x = Residual(self.channels)(x)
        return nn.Dense(WORDS)(x.mean(1))


def batch(rng, n):
    y = rng.integers(0, WORDS, n)
    x = rng.normal(0, 1, (n, FRAMES, MELS)).astype(np.float32)
    x[np.arange(n), :, y] += np.hanning(FRAMES).astype(np.float32)
    return x, y.astype(np.int32)


model = CommandNet()


@jax.jit
def micro_grads(params, x, y):
    def loss_fn(p):
        logits = model.apply(p, x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    return jax.value_and_grad(loss_fn)(params)


def add_trees(a, b):
    return jax.tree_util.tree_map(lambda u, v: u + v / ACCUM, a, b)


def clip(grads, limit):
    leaves = jax.tree_util.tree_leaves(grads)
    norm = jnp.sqrt(sum(jnp.sum(g ** 2) for g in leaves))
    scale = jnp.minimum(1.0, limit / (norm + 1e-6))
    return jax.tree_util.tree_map(lambda g: g * scale, grads)


def main(steps=60):
    rng = np.random.default_rng(0)
    params = jax.jit(model.init)(jax.random.PRNGKey(0), batch(rng, 1)[0])
    tx = optax.adam(2e-3)
    opt_state = jax.jit(tx.init)(params)
    zeros = jax.tree_util.tree_map(lambda p: np.zeros(p.shape, p.dtype), params)
    zeros = jax.device_put(zeros)

    @jax.jit
    def apply(params, opt_state, grads):
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state

    for step in range(steps):
        acc = zeros
        for _ in range(ACCUM):
            loss, grads = micro_grads(params, *batch(rng, MICRO))
            acc = add_trees(acc, grads)
        acc = clip(acc, 1.0)
        params, opt_state = apply(params, opt_state, acc)
        if (step + 1) % 20 == 0:
            print(f"step {step + 1}: loss {float(loss):.4f}")


if __name__ == "__main__":
    main()

"""Next-character model with a small flax MLP; log every 100 steps."""
import time

import flax.linen as nn
import jax
import numpy as np
import optax

CONTEXT = 12
TEXT = ("it was the best of times, it was the worst of times, it was the age of wisdom, "
        "it was the age of foolishness, it was the epoch of belief, it was the epoch of "
        "incredulity, it was the season of light, it was the season of darkness. ") * 40


class CharMLP(nn.Module):
    vocab: int
    width: int = 192

    @nn.compact
    def __call__(self, x):
        x = nn.Embed(self.vocab, 16)(x).reshape(x.shape[0], -1)
        x = nn.gelu(nn.Dense(self.width)(x))
        x = x + nn.gelu(nn.Dense(self.width)(x))
        return nn.Dense(self.vocab)(x)


def encode(text):
    chars = sorted(set(text))
    table = {c: i for i, c in enumerate(chars)}
    return np.array([table[c] for c in text], np.int32), chars


def batches(data, size, rng):
    while True:
        start = rng.integers(0, len(data) - CONTEXT - 1, size)
        window = data[start[:, None] + np.arange(CONTEXT + 1)]
        yield window[:, :-1], window[:, -1]


def main(steps=500, log_every=100):
    data, chars = encode(TEXT)
    rng = np.random.default_rng(0)
    stream = batches(data, 256, rng)
    model = CharMLP(len(chars))
    tx = optax.adamw(2e-3)
    params = jax.jit(model.init)(jax.random.PRNGKey(0), np.zeros((1, CONTEXT), np.int32))
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def train_step(params, opt_state, x, y):
        def loss_fn(p):
            logits = model.apply(p, x)
            return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    began = time.time()
    for step in range(1, steps + 1):
        x, y = next(stream)
        params, opt_state, loss = train_step(params, opt_state, x, y)
        if step % log_every == 0:
            print(f"step {step}: loss {float(loss):.4f} ({time.time() - began:.1f} s)")


if __name__ == "__main__":
    main()

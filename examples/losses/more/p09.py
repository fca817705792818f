"""Intent classification of short user utterances with a small transformer encoder."""
import argparse

import flax.linen as nn
import jax
import numpy as np
import optax

VOCAB = 3000
CLASSES = 12


class Block(nn.Module):
    dim: int
    heads: int

    @nn.compact
    def __call__(self, x, mask):
        y = nn.LayerNorm()(x)
        y = nn.MultiHeadDotProductAttention(num_heads=self.heads)(y, y, mask=mask)
        x = x + y
        y = nn.LayerNorm()(x)
        y = nn.Dense(2 * self.dim)(y)
        return x + nn.Dense(self.dim)(nn.gelu(y))


class Encoder(nn.Module):
    dim: int = 64
    heads: int = 4
    max_len: int = 64

    @nn.compact
    def __call__(self, tokens):
        pad = tokens > 0
        pos = self.param("pos", nn.initializers.normal(0.02), (self.max_len, self.dim))
        x = nn.Embed(VOCAB, self.dim)(tokens) + pos[: tokens.shape[1]]
        mask = nn.make_attention_mask(pad, pad)
        for _ in range(1):
            x = Block(self.dim, self.heads)(x, mask)
        x = (x * pad[..., None]).sum(1) / pad.sum(1, keepdims=True)
        return nn.Dense(CLASSES)(x)


def make_corpus(n, rng):
    """Utterances whose words lean towards the class."""
    texts, labels = [], rng.integers(0, CLASSES, n)
    for label in labels:
        length = int(np.clip(rng.poisson(14), 6, 24))
        low = 1 + label * 200
        words = np.where(rng.random(length) < 0.3, rng.integers(low, low + 200, length),
                         rng.integers(1, VOCAB, length))
        texts.append(words)
    return texts, labels.astype(np.int32)


def collate(texts):
    longest = max(len(t) for t in texts)
    out = np.zeros((len(texts), longest), np.int32)
    for row, t in zip(out, texts):
        row[: len(t)] = t
    return out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=16)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--lr", type=float, default=2e-3)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    texts, labels = make_corpus(4000, rng)
    model = Encoder()
    params = jax.jit(model.init)(jax.random.PRNGKey(0), np.zeros((1, 64), np.int32))
    tx = optax.adam(args.lr)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def train_step(params, opt_state, tokens, y):
        def loss_fn(p):
            logits = model.apply(p, tokens)
            return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    for step in range(args.steps):
        idx = rng.integers(0, len(texts), args.batch)
        tokens = collate([texts[i] for i in idx])
        params, opt_state, loss = train_step(params, opt_state, tokens, labels[idx])
        if (step + 1) % 4 == 0:
            print(f"step {step + 1}: loss {float(loss):.4f}")


if __name__ == "__main__":
    main()

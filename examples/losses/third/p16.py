"""Skip-gram embeddings with negative sampling and dense Adam."""
import numpy as np
import jax
import jax.numpy as jnp

VOCAB, DIM = 120_000, 96
BATCH, NEG = 4096, 5


def init(key):
    a, b = jax.random.split(key)
    return {"center": jax.random.uniform(a, (VOCAB, DIM), minval=-0.5, maxval=0.5) / DIM,
            "context": jax.random.uniform(b, (VOCAB, DIM), minval=-0.5, maxval=0.5) / DIM}


def sgns_loss(tables, word, ctx, neg):
    w = tables["center"][word]
    pos = jnp.einsum("bd,bd->b", w, tables["context"][ctx])
    negs = jnp.einsum("bd,bnd->bn", w, tables["context"][neg])
    return -(jax.nn.log_sigmoid(pos) + jax.nn.log_sigmoid(-negs).sum(-1)).mean()


@jax.jit
def adam_step(tables, mu, nu, t, word, ctx, neg):
    loss, g = jax.value_and_grad(sgns_loss)(tables, word, ctx, neg)
    mu = jax.tree.map(lambda m, d: 0.9 * m + 0.1 * d, mu, g)
    nu = jax.tree.map(lambda v, d: 0.999 * v + 0.001 * d * d, nu, g)
    lr = 0.01 * jnp.sqrt(1 - 0.999 ** t) / (1 - 0.9 ** t)
    tables = jax.tree.map(lambda p, m, v: p - lr * m / (jnp.sqrt(v) + 1e-8), tables, mu, nu)
    return tables, mu, nu, t + 1, loss


class Corpus:
    """Zipf words where neighbours share a topic."""

    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)

    def draw(self):
        r = self.rng
        word = np.minimum(r.zipf(1.3, BATCH), VOCAB - 1)
        ctx = (word + r.integers(-3, 4, BATCH)) % VOCAB
        neg = r.integers(0, VOCAB, (BATCH, NEG))
        return word.astype(np.int32), ctx.astype(np.int32), neg.astype(np.int32)


def train(steps):
    tables = init(jax.random.key(0))
    mu = jax.tree.map(jnp.zeros_like, tables)
    nu = jax.tree.map(jnp.zeros_like, tables)
    t = jnp.ones((), jnp.float32)
    corpus = Corpus()
    losses = []
    for _ in range(steps):
        tables, mu, nu, t, loss = adam_step(tables, mu, nu, t, *corpus.draw())
        losses.append(loss)
    return tables, np.array(jax.device_get(losses))


def main():
    tables, losses = train(20)
    print("sgns loss", losses[0].round(4), "->", losses[-1].round(4))
    probe = np.asarray(tables["center"][:8])
    print("norms of frequent words", np.linalg.norm(probe, axis=1).round(3))


if __name__ == "__main__":
    main()

"""Character-level transformer trained on a generated grammar."""

import jax
import jax.numpy as jnp
import numpy as np

VOCAB = 24
LENGTH = 32
DIM = 32
HEADS = 4
LAYERS = 3
BATCH = 8
STEPS = 240


def sample_text(rng, n):
    table = rng.dirichlet(np.full(VOCAB, 0.15), size=VOCAB).cumsum(axis=1)
    out = np.empty((n, LENGTH + 1), dtype=np.int32)
    out[:, 0] = rng.integers(VOCAB, size=n)
    for t in range(LENGTH):
        u = rng.random(n)[:, None]
        out[:, t + 1] = np.minimum((table[out[:, t]] < u).sum(1), VOCAB - 1)
    return out


def dense(key, m, n):
    return jax.random.normal(key, (m, n)) / jnp.sqrt(float(m))


def init(key):
    keys = iter(jax.random.split(key, 3 + 4 * LAYERS))
    params = {
        "embed": 0.1 * jax.random.normal(next(keys), (VOCAB, DIM)),
        "pos": 0.1 * jax.random.normal(next(keys), (LENGTH, DIM)),
        "blocks": [],
        "head": dense(next(keys), DIM, VOCAB),
    }
    for _ in range(LAYERS):
        params["blocks"].append(
            {
                "qkv": dense(next(keys), DIM, 3 * DIM),
                "proj": dense(next(keys), DIM, DIM),
                "up": dense(next(keys), DIM, 4 * DIM),
                "down": dense(next(keys), 4 * DIM, DIM),
                "g1": jnp.ones(DIM),
                "g2": jnp.ones(DIM),
            }
        )
    return params


def norm(x, g):
    return g * x * jax.lax.rsqrt(jnp.mean(x**2, -1, keepdims=True) + 1e-6)


def attention(block, x):
    b, t, _ = x.shape
    q, k, v = jnp.split(x @ block["qkv"], 3, axis=-1)
    q, k, v = (a.reshape(b, t, HEADS, -1).swapaxes(1, 2) for a in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) / jnp.sqrt(float(DIM // HEADS))
    scores = jnp.where(jnp.tril(jnp.ones((t, t), dtype=bool)), scores, -1e9)
    out = jax.nn.softmax(scores) @ v
    return out.swapaxes(1, 2).reshape(b, t, DIM) @ block["proj"]


def loss_fn(params, tokens):
    x = params["embed"][tokens[:, :-1]] + params["pos"]
    for block in params["blocks"]:
        x = x + attention(block, norm(x, block["g1"]))
        x = x + jax.nn.gelu(norm(x, block["g2"]) @ block["up"]) @ block["down"]
    logp = jax.nn.log_softmax(x @ params["head"])
    return -jnp.mean(jnp.take_along_axis(logp, tokens[:, 1:, None], axis=-1))


loss_and_grad = jax.jit(jax.value_and_grad(loss_fn))


class Adam:
    def __init__(self, params, lr=3e-3, b1=0.9, b2=0.98, eps=1e-8):
        self.lr, self.b1, self.b2, self.eps = lr, b1, b2, eps
        self.m = jax.tree.map(jnp.zeros_like, params)
        self.v = jax.tree.map(jnp.zeros_like, params)
        self.t = 0

    def update(self, params, grads):
        self.t += 1
        self.m = jax.tree.map(lambda m, g: self.b1 * m + (1 - self.b1) * g, self.m, grads)
        self.v = jax.tree.map(lambda v, g: self.b2 * v + (1 - self.b2) * g**2, self.v, grads)
        c1, c2 = 1 - self.b1**self.t, 1 - self.b2**self.t
        return jax.tree.map(
            lambda p, m, v: p - self.lr * (m / c1) / (jnp.sqrt(v / c2) + self.eps),
            params,
            self.m,
            self.v,
        )


def main():
    rng = np.random.default_rng(0)
    corpus = sample_text(rng, 4000)
    params = init(jax.random.PRNGKey(0))
    opt = Adam(params)
    losses = []
    for _ in range(STEPS):
        tokens = corpus[rng.integers(len(corpus), size=BATCH)]
        loss, grads = loss_and_grad(params, tokens)
        params = opt.update(params, grads)
        losses.append(loss)
    losses = np.asarray(jnp.stack(losses))
    print("loss %.3f -> %.3f" % (losses[:10].mean(), losses[-10:].mean()))


if __name__ == "__main__":
    main()

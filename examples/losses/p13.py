"""Small transformer language model; layers stacked and scanned."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

VOCAB, LENGTH, DIM, HEADS, LAYERS = 24, 32, 48, 4, 4
BATCH, STEPS = 16, 40


def sample_text(rng, n):
    table = rng.dirichlet(np.full(VOCAB, 0.15), size=VOCAB).cumsum(axis=1)
    out = np.empty((n, LENGTH + 1), dtype=np.int32)
    out[:, 0] = rng.integers(VOCAB, size=n)
    for t in range(LENGTH):
        u = rng.random(n)[:, None]
        out[:, t + 1] = np.minimum((table[out[:, t]] < u).sum(1), VOCAB - 1)
    return out


def init(key):
    k = jax.random.split(key, 6)
    dense = lambda key, m, n: jax.random.normal(key, (LAYERS, m, n)) / m**0.5
    return {
        "embed": 0.1 * jax.random.normal(k[0], (VOCAB, DIM)),
        "pos": 0.1 * jax.random.normal(k[1], (LENGTH, DIM)),
        "blocks": {
            "qkv": dense(k[2], DIM, 3 * DIM),
            "proj": dense(k[3], DIM, DIM),
            "up": dense(k[4], DIM, 4 * DIM),
            "down": dense(k[5], 4 * DIM, DIM),
            "g1": jnp.ones((LAYERS, DIM)),
            "g2": jnp.ones((LAYERS, DIM)),
        },
    }


def norm(x, g):
    return g * x * jax.lax.rsqrt(jnp.mean(x**2, -1, keepdims=True) + 1e-6)


def attention(block, x):
    b, t, _ = x.shape
    q, k, v = jnp.split(x @ block["qkv"], 3, axis=-1)
    q, k, v = (a.reshape(b, t, HEADS, -1).swapaxes(1, 2) for a in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) / (DIM // HEADS) ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones((t, t), dtype=bool)), scores, -1e9)
    out = jax.nn.softmax(scores) @ v
    return out.swapaxes(1, 2).reshape(b, t, DIM) @ block["proj"]


def loss_fn(params, tokens):
    x = params["embed"][tokens[:, :-1]] + params["pos"]

    def layer(x, block):
        x = x + attention(block, norm(x, block["g1"]))
        return x + jax.nn.gelu(norm(x, block["g2"]) @ block["up"]) @ block["down"], None

    x, _ = jax.lax.scan(layer, x, params["blocks"])
    logits = x @ params["embed"].T
    return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()


tx = optax.adamw(3e-3)


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, tokens):
    loss, grads = jax.value_and_grad(loss_fn)(params, tokens)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def main():
    rng = np.random.default_rng(0)
    corpus = sample_text(rng, 3000)
    params = init(jax.random.PRNGKey(0))
    opt_state = tx.init(params)
    pending = None
    for step in range(STEPS):
        tokens = corpus[rng.integers(len(corpus), size=BATCH)]
        params, opt_state, loss = train_step(params, opt_state, tokens)
        if step % 10 == 0:
            if pending is not None:
                print("step %d loss %.3f" % (pending[0], float(pending[1])))
            pending = (step, loss)
    print("final loss %.3f" % float(loss))


if __name__ == "__main__":
    main()

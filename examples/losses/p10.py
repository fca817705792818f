"""Word vectors from co-occurrence windows with Adam."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

VOCAB = 60_000
DIM = 128
BATCH = 1024
NEGATIVES = 4
STEPS = 60


def pair_batches(rng, steps):
    topic_of = rng.integers(0, 200, size=VOCAB)
    members = np.argsort(topic_of, kind="stable")
    starts = np.searchsorted(topic_of[members], np.arange(201))
    for _ in range(steps):
        centre = (VOCAB * rng.random(BATCH) ** 4).astype(np.int64)
        t = topic_of[centre]
        width = starts[t + 1] - starts[t]
        context = members[starts[t] + (rng.random(BATCH) * width).astype(np.int64)]
        negative = rng.integers(0, VOCAB, size=(BATCH, NEGATIVES))
        yield centre.astype(np.int32), context.astype(np.int32), negative.astype(np.int32)


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "centre": jax.random.normal(k1, (VOCAB, DIM)) * 0.05,
        "context": jax.random.normal(k2, (VOCAB, DIM)) * 0.05,
    }


def loss_fn(params, centre, context, negative):
    c = params["centre"][centre]
    pos = jnp.sum(c * params["context"][context], axis=-1)
    neg = jnp.einsum("bd,bkd->bk", c, params["context"][negative])
    return jnp.mean(jax.nn.softplus(-pos) + jax.nn.softplus(neg).sum(-1))


optimizer = optax.adam(1e-2)


@jax.jit
def train_step(params, opt_state, centre, context, negative):
    loss, grads = jax.value_and_grad(loss_fn)(params, centre, context, negative)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
    return params, opt_state, loss


def main():
    rng = np.random.default_rng(0)
    params = init(jax.random.PRNGKey(0))
    opt_state = optimizer.init(params)
    losses = []
    for batch in pair_batches(rng, STEPS):
        params, opt_state, loss = train_step(params, opt_state, *batch)
        losses.append(loss)
    losses = jax.device_get(losses)
    print("loss %.4f -> %.4f" % (losses[0], losses[-1]))


if __name__ == "__main__":
    main()

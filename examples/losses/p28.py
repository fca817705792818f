"""Variable-length sequence classification with two padded sizes."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

FEATURES, HIDDEN, CLASSES, BATCH = 8, 40, 4, 32
BUCKETS = (64, 192)


def make_sequences(n, rng):
    seqs, labels = [], []
    for _ in range(n):
        length = min(int(rng.gamma(3.0, 18.0)) + 12, BUCKETS[-1])
        label = int(rng.integers(CLASSES))
        t = np.arange(length)[:, None]
        phase = rng.uniform(0, 2 * np.pi, size=(1, FEATURES))
        signal = np.sin(0.15 * (label + 1) * t + phase)
        seqs.append((signal + 0.3 * rng.standard_normal((length, FEATURES))).astype(np.float32))
        labels.append(label)
    return seqs, np.array(labels, dtype=np.int32)


def batches(seqs, labels, rng):
    lengths = np.array([len(s) for s in seqs])
    groups, low = [], 0
    for size in BUCKETS:
        members = rng.permutation(np.flatnonzero((lengths > low) & (lengths <= size)))
        for start in range(0, len(members) - BATCH + 1, BATCH):
            groups.append((size, members[start : start + BATCH]))
        low = size
    for i in rng.permutation(len(groups)):
        size, idx = groups[i]
        x = np.zeros((BATCH, size, FEATURES), dtype=np.float32)
        for row, j in enumerate(idx):
            x[row, : lengths[j]] = seqs[j]
        yield x, lengths[idx].astype(np.int32), labels[idx]


def init(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return {
        "wx": jax.random.normal(k1, (FEATURES, 2 * HIDDEN)) / FEATURES**0.5,
        "wh": jax.random.normal(k2, (HIDDEN, 2 * HIDDEN)) / HIDDEN**0.5,
        "out": jax.random.normal(k3, (HIDDEN, CLASSES)) * 0.1,
    }


def logits_fn(params, x, lengths):
    gates = jnp.swapaxes(x @ params["wx"], 0, 1)

    def cell(h, inp):
        g, t = inp
        z, c = jnp.split(g + h @ params["wh"], 2, axis=1)
        z = jax.nn.sigmoid(z)
        new = (1 - z) * h + z * jnp.tanh(c)
        return jnp.where((t < lengths)[:, None], new, h), None

    h, _ = jax.lax.scan(cell, jnp.zeros((x.shape[0], HIDDEN)), (gates, jnp.arange(x.shape[1])))
    return h @ params["out"]


tx = optax.adam(3e-3)


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, x, lengths, y):
    def loss_fn(p):
        logits = logits_fn(p, x, lengths)
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
        return loss, jnp.mean(jnp.argmax(logits, -1) == y)

    (loss, acc), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, acc


def main():
    rng = np.random.default_rng(0)
    seqs, labels = make_sequences(800, rng)
    params = init(jax.random.PRNGKey(1))
    opt_state = tx.init(params)
    for epoch in range(4):
        accs = []
        for batch in batches(seqs, labels, rng):
            params, opt_state, acc = train_step(params, opt_state, *batch)
            accs.append(acc)
        print("epoch %d accuracy %.3f" % (epoch, float(jnp.stack(accs).mean())))


if __name__ == "__main__":
    main()

"""Classify variable-length sensor sequences with a GRU."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

FEATURES = 8
HIDDEN = 48
CLASSES = 4
BATCH = 32


def make_sequences(n, rng):
    seqs, labels = [], []
    for _ in range(n):
        length = int(rng.gamma(3.0, 18.0)) + 12
        label = int(rng.integers(CLASSES))
        t = np.arange(length)[:, None]
        phase = rng.uniform(0, 2 * np.pi, size=(1, FEATURES))
        signal = np.sin(0.15 * (label + 1) * t + phase)
        seqs.append((signal + 0.3 * rng.standard_normal((length, FEATURES))).astype(np.float32))
        labels.append(label)
    return seqs, np.array(labels, dtype=np.int32)


def collate(seqs):
    longest = max(len(s) for s in seqs)
    batch = np.zeros((len(seqs), longest, FEATURES), dtype=np.float32)
    lengths = np.zeros(len(seqs), dtype=np.int32)
    for i, s in enumerate(seqs):
        batch[i, : len(s)] = s
        lengths[i] = len(s)
    return batch, lengths


def init(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return {
        "wx": jax.random.normal(k1, (FEATURES, 3 * HIDDEN)) / np.float32(FEATURES**0.5),
        "wh": jax.random.normal(k2, (HIDDEN, 3 * HIDDEN)) / np.float32(HIDDEN**0.5),
        "b": jnp.zeros(3 * HIDDEN),
        "out": jax.random.normal(k3, (HIDDEN, CLASSES)) * 0.1,
    }


def gru(params, x, lengths):
    gates_x = x @ params["wx"] + params["b"]

    def cell(h, inp):
        gx, t = inp
        gh = h @ params["wh"]
        r = jax.nn.sigmoid(gx[:, :HIDDEN] + gh[:, :HIDDEN])
        z = jax.nn.sigmoid(gx[:, HIDDEN : 2 * HIDDEN] + gh[:, HIDDEN : 2 * HIDDEN])
        cand = jnp.tanh(gx[:, 2 * HIDDEN :] + r * gh[:, 2 * HIDDEN :])
        new = (1 - z) * h + z * cand
        return jnp.where((t < lengths)[:, None], new, h), None

    h0 = jnp.zeros((x.shape[0], HIDDEN))
    h, _ = jax.lax.scan(cell, h0, (jnp.swapaxes(gates_x, 0, 1), jnp.arange(x.shape[1])))
    return h @ params["out"]


optimizer = optax.adam(3e-3)


def loss_fn(params, x, lengths, y):
    logits = gru(params, x, lengths)
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
    return loss, jnp.mean(jnp.argmax(logits, -1) == y)


@jax.jit
def train_step(params, opt_state, x, lengths, y):
    (loss, acc), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x, lengths, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss, acc


def main():
    rng = np.random.default_rng(0)
    seqs, labels = make_sequences(288, rng)
    params = init(jax.random.PRNGKey(1))
    opt_state = optimizer.init(params)

    accs = []
    for epoch in range(1):
        order = rng.permutation(len(seqs))
        for start in range(0, len(order), BATCH):
            idx = order[start : start + BATCH]
            x, lengths = collate([seqs[i] for i in idx])
            params, opt_state, loss, acc = train_step(params, opt_state, x, lengths, labels[idx])
            accs.append(acc)
    print("accuracy over the last batches: %.3f" % float(jnp.mean(jnp.stack(accs[-4:]))))


if __name__ == "__main__":
    main()

"""Named-entity tagger; sentences are grouped in three length buckets."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

BUCKETS = (16, 32, 64)
VOCAB, TAGS, DIM = 2000, 7, 48


def corpus(n, rng):
    """Words and tags; the tag depends on a word and on the one before."""
    sentences = []
    for length in np.clip(rng.gamma(3.0, 8.0, n).astype(int), 4, 64):
        words = rng.integers(1, VOCAB, length)
        before = np.concatenate([[0], words[:-1]])
        tags = np.where(before % 5 == 0, words % TAGS, 0)
        sentences.append((words, tags))
    return sentences


def bucketed(sentences):
    """Padded arrays for each bucket."""
    out = {}
    for size, low in zip(BUCKETS, (0,) + BUCKETS[:-1]):
        group = [s for s in sentences if low < len(s[0]) <= size]
        words = np.zeros((len(group), size), np.int32)
        tags = np.zeros((len(group), size), np.int32)
        for i, (w, t) in enumerate(group):
            words[i, :len(w)] = w
            tags[i, :len(t)] = t
        out[size] = (words, tags)
    return out


def init(rng):
    def w(a, b):
        return (rng.standard_normal((a, b)) / np.sqrt(a)).astype(np.float32)

    return jax.device_put({"emb": w(VOCAB, DIM) * 5, "conv": w(3 * DIM, 96), "out": w(96, TAGS)})


def loss_fn(params, words, tags):
    x = params["emb"][words]
    left = jnp.pad(x, ((0, 0), (1, 0), (0, 0)))[:, :-1]
    right = jnp.pad(x, ((0, 0), (0, 1), (0, 0)))[:, 1:]
    h = jax.nn.relu(jnp.concatenate([left, x, right], -1) @ params["conv"])
    loss = optax.softmax_cross_entropy_with_integer_labels(h @ params["out"], tags)
    mask = words > 0
    return jnp.sum(loss * mask) / jnp.sum(mask)


def main(steps=300, batch=32):
    rng = np.random.default_rng(0)
    data = bucketed(corpus(3000, rng))
    weight = np.array([len(data[b][0]) for b in BUCKETS], float)
    weight /= weight.sum()
    params = init(rng)
    tx = optax.adam(3e-3)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def update(params, opt_state, words, tags):
        loss, grads = jax.value_and_grad(loss_fn)(params, words, tags)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    for step in range(1, steps + 1):
        size = BUCKETS[rng.choice(3, p=weight)]
        words, tags = data[size]
        idx = rng.integers(0, len(words), batch)
        params, opt_state, loss = update(params, opt_state, words[idx], tags[idx])
        if step % 100 == 0:
            print(f"step {step}: bucket {size}, loss {float(loss):.4f}")


if __name__ == "__main__":
    main()

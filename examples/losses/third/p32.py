"""Hashed n-gram text classifier (logistic regression on character trigrams)."""
import numpy as np
import jax
import jax.numpy as jnp

BUCKETS = 4096
LENGTH = 160


def make_messages(n, seed=0):
    """Byte strings from two slightly different Markov sources."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, n)
    trans = rng.dirichlet(np.full(26, 0.3), (2, 26))
    trans[1] = 0.8 * trans[0] + 0.2 * trans[1]
    cdf = trans.cumsum(-1)
    text = np.zeros((n, LENGTH), np.uint8)
    state = rng.integers(0, 26, n)
    for t in range(LENGTH):
        u = rng.random(n)
        state = np.minimum((cdf[labels, state] < u[:, None]).sum(1), 25)
        text[:, t] = state
    return text, labels.astype(np.float32)


def featurise(text):
    """Counts of hashed trigrams, one row per message."""
    out = np.zeros((len(text), BUCKETS), np.float32)
    for i, msg in enumerate(text):
        for t in range(len(msg) - 2):
            a, b, c = int(msg[t]), int(msg[t + 1]), int(msg[t + 2])
            out[i, (a * 961 + b * 31 + c) % BUCKETS] += 1.0
    return out


@jax.jit
def logistic(params, x):
    return jnp.log1p(x) @ params["w"] + params["b"]


def nll(params, x, y):
    z = logistic(params, x)
    return jnp.mean(jnp.logaddexp(0.0, z) - y * z) + 1e-5 * jnp.sum(params["w"] ** 2)


@jax.jit
def sgd(params, x, y, lr):
    loss, g = jax.value_and_grad(nll)(params, x, y)
    return jax.tree.map(lambda p, d: p - lr * d, params, g), loss


def main():
    text, labels = make_messages(20000)
    held, held_y = text[-1000:], labels[-1000:]
    params = {"w": jnp.zeros(BUCKETS), "b": jnp.zeros(())}
    losses = []
    batch = 128
    for s in range(0, 19000 - batch, batch):
        x = featurise(text[s:s + batch])
        params, loss = sgd(params, x, labels[s:s + batch], 0.5)
        losses.append(loss)
    losses = np.array(jax.device_get(losses))
    z = np.asarray(logistic(params, featurise(held)))
    print("loss", losses[:10].mean().round(4), "->", losses[-10:].mean().round(4))
    print("held-out accuracy", ((z > 0) == (held_y > 0.5)).mean().round(4))


if __name__ == "__main__":
    main()

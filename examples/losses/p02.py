"""Neural quantile regression of river discharge; dates need 64-bit integers."""

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp
import numpy as np
import optax

DAY_NS = 86_400_000_000_000
STEPS = 50
BATCH = 1024


def make_record(n, seed):
    rng = np.random.default_rng(seed)
    stamps = 946_684_800_000_000_000 + np.arange(n, dtype=np.int64) * DAY_NS
    rain = rng.gamma(0.4, 6.0, size=(n, 20))
    season = np.sin(2 * np.pi * np.arange(n) / 365.25)
    wet = np.convolve(rain.mean(1), np.exp(-np.arange(30) / 6.0))[:n]
    flow = np.log1p(wet * (1.2 + season)) + 0.1 * rng.standard_normal(n)
    return stamps, rain, flow


@jax.jit
def calendar_features(stamps):
    days = stamps // DAY_NS
    phase = (2 * jnp.pi / 365.25) * (days % 36525).astype(jnp.float32)
    return jnp.stack([jnp.sin(phase), jnp.cos(phase), jnp.sin(2 * phase), jnp.cos(2 * phase)], axis=1)


def init(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (m, n), dtype=jnp.float32) * (2.0 / m) ** 0.5, jnp.zeros(n, dtype=jnp.float32))
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def network(params, x):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return x @ w + b


QUANTILES = (0.1, 0.5, 0.9)


def pinball(params, x, y):
    pred = network(params, x)
    loss = 0.0
    for i, q in enumerate(QUANTILES):
        d = y - pred[:, i]
        loss = loss + jnp.mean(jnp.maximum(q * d, (q - 1) * d))
    return loss


tx = optax.sgd(0.02, momentum=0.9)


@jax.jit
def train_step(params, opt_state, x, y, key):
    idx = jax.random.randint(key, (BATCH,), 0, x.shape[0])
    loss, grads = jax.value_and_grad(pinball)(params, x[idx], y[idx])
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def main():
    stamps, rain, flow = make_record(20_000, 0)
    lagged = np.concatenate([rain] + [np.roll(rain, lag, axis=0) for lag in range(1, 6)], axis=1)
    mean, std = lagged.mean(0), lagged.std(0)
    x = jnp.concatenate([jnp.asarray((lagged - mean) / std), calendar_features(stamps)], axis=1)
    y = jnp.asarray(flow)
    key, sub = jax.random.split(jax.random.PRNGKey(0))
    params = init(sub, [x.shape[1], 512, 512, 256, len(QUANTILES)])
    opt_state = tx.init(params)
    losses = []
    for k in list(jax.random.split(key, STEPS)):
        params, opt_state, loss = train_step(params, opt_state, x, y, k)
        losses.append(loss)
    losses = jax.device_get(losses)
    print("pinball loss %.4f -> %.4f" % (np.mean(losses[:5]), np.mean(losses[-5:])))


if __name__ == "__main__":
    main()

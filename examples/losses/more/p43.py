"""Deep ensemble for house prices: ten members, trained together with vmap."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np
import optax

FEATURES = 24


def houses(n, rng):
    x = rng.standard_normal((n, FEATURES))
    price = 2.0 * x[:, 0] + np.abs(x[:, 1]) * x[:, 2] + np.sin(3 * x[:, 3])
    noise = 0.1 + 0.3 * (x[:, 4] > 0)
    return x.astype(np.float32), (price + noise * rng.standard_normal(n)).astype(np.float32)


def member(seed, width):
    """Initial weights of one member, plain NumPy."""
    rng = np.random.default_rng(seed)

    def w(a, b):
        return (rng.standard_normal((a, b)) * np.sqrt(2.0 / a)).astype(np.float32)

    return {"w1": w(FEATURES, width), "b1": np.zeros(width, np.float32),
            "w2": w(width, width), "b2": np.zeros(width, np.float32),
            "w3": w(width, 2)}


def predict(p, x):
    h = jax.nn.relu(x @ p["w1"] + p["b1"])
    h = jax.nn.relu(h @ p["w2"] + p["b2"])
    mean, raw = jnp.split(h @ p["w3"], 2, -1)
    return mean[:, 0], jax.nn.softplus(raw[:, 0]) + 1e-3


def nll(p, x, y):
    mean, std = predict(p, x)
    return jnp.mean(jnp.log(std) + 0.5 * ((y - mean) / std) ** 2)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--members", type=int, default=10)
    ap.add_argument("--width", type=int, default=48)
    ap.add_argument("--steps", type=int, default=800)
    ap.add_argument("--batch", type=int, default=64)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    x, y = houses(5000, rng)
    x_test, y_test = houses(1000, rng)
    members = [member(seed, args.width) for seed in range(args.members)]
    params = jax.tree_util.tree_map(lambda *leaves: jnp.stack(leaves), *members)
    tx = optax.adam(2e-3)
    opt_state = jax.jit(jax.vmap(tx.init))(params)

    @jax.jit
    @jax.vmap
    def step(params, opt_state, x, y):
        loss, grads = jax.value_and_grad(nll)(params, x, y)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    for i in range(1, args.steps + 1):
        idx = rng.integers(0, len(x), (args.members, args.batch))
        params, opt_state, loss = step(params, opt_state, x[idx], y[idx])
        if i % 200 == 0:
            print(f"step {i}: mean nll {np.asarray(loss).mean():.4f}")

    mean, std = jax.device_get(jax.jit(jax.vmap(predict, (0, None)))(params, x_test))
    total = np.sqrt((std ** 2 + mean ** 2).mean(0) - mean.mean(0) ** 2)
    inside = np.mean(np.abs(y_test - mean.mean(0)) < 1.645 * total)
    print(f"rmse {np.sqrt(np.mean((mean.mean(0) - y_test) ** 2)):.3f}, 90 % interval covers {inside:.3f}")


if __name__ == "__main__":
    main()

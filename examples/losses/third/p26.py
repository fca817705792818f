"""Variational autoencoder on binary patterns; reparameterisation noise and data masking."""
import numpy as np
import jax
import jax.numpy as jnp
import optax

D, H, Z = 256, 256, 12


def dense(key, i, o):
    return {"w": jax.random.normal(key, (i, o)) / jnp.sqrt(i), "b": jnp.zeros(o)}


def init(key):
    names = {"e1": (D, H), "e2": (H, 2 * Z), "d1": (Z, H), "d2": (H, D)}
    return {n: dense(jax.random.fold_in(key, i), *io) for i, (n, io) in enumerate(names.items())}


def lin(p, x):
    return x @ p["w"] + p["b"]


def neg_elbo(params, x, key):
    k_mask, k_eps = jax.random.split(key)
    seen = x * jax.random.bernoulli(k_mask, 0.9, x.shape)
    mu, logvar = jnp.split(lin(params["e2"], jax.nn.relu(lin(params["e1"], seen))), 2, -1)
    z = mu + jnp.exp(0.5 * logvar) * jax.random.normal(k_eps, mu.shape)
    logits = lin(params["d2"], jax.nn.relu(lin(params["d1"], z)))
    rec = optax.sigmoid_binary_cross_entropy(logits, x).sum(-1)
    kl = 0.5 * (mu ** 2 + jnp.exp(logvar) - 1 - logvar).sum(-1)
    return (rec + kl).mean()


tx = optax.adam(1e-3)


def update(params, opt, root, count, x):
    key = jax.random.fold_in(root, count)
    loss, g = jax.value_and_grad(neg_elbo)(params, x, key)
    upd, opt = tx.update(g, opt)
    return optax.apply_updates(params, upd), opt, count + 1, loss


update = jax.jit(update, donate_argnums=(0, 1, 3))


def patterns(n, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:16, :16]
    ang = rng.uniform(0, np.pi, (n, 1, 1))
    off = rng.uniform(-5, 5, (n, 1, 1))
    dist = np.abs((xx - 7.5) * np.sin(ang) - (yy - 7.5) * np.cos(ang) - off)
    return (dist < 1.5).astype(np.float32).reshape(n, -1)


def main():
    k_init, k_train = jax.random.split(jax.random.key(0))
    params = init(k_init)
    opt = tx.init(params)
    count = jnp.zeros((), jnp.int32)
    data, test = patterns(8192, 0), patterns(2048, 1)
    rng = np.random.default_rng(2)
    window = []
    for step in range(500):
        idx = rng.integers(0, len(data), 128)
        params, opt, count, loss = update(params, opt, k_train, count, data[idx])
        window.append(loss)
    window = np.array(jax.device_get(window))
    for k in range(0, 500, 100):
        print(f"steps {k}-{k + 99}: negative ELBO {window[k:k + 100].mean():.3f}")
    k_test = jax.random.fold_in(k_train, 1_000_000)
    print("test", float(jax.jit(neg_elbo)(params, test, k_test)))


if __name__ == "__main__":
    main()

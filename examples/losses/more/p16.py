"""Variational autoencoder on a binarised glyph set, with epochs inside one program."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

SIZE = 28 * 28
LATENT = 8
HIDDEN = 128
BATCH = 200
N_IMAGES = 30_000


def glyphs(n, rng):
    """Images of rectangles and crosses with jitter."""
    img = np.zeros((n, 28, 28), np.float32)
    y, x = rng.integers(3, 16, (2, n))
    kind = rng.integers(0, 2, n)
    for i in range(n):
        if kind[i]:
            img[i, y[i]:y[i] + 9, x[i]:x[i] + 9] = 1.0
        else:
            img[i, y[i] + 3:y[i] + 5, x[i]:x[i] + 9] = 1.0
            img[i, y[i]:y[i] + 9, x[i] + 3:x[i] + 5] = 1.0
    return img.reshape(n, SIZE)


def dense(rng, a, b):
    return {"w": (rng.standard_normal((a, b)) * a ** -0.5).astype(np.float32),
            "b": np.zeros(b, np.float32)}


def init_params(rng):
    return jax.device_put({
        "e1": dense(rng, SIZE, HIDDEN), "e2": dense(rng, HIDDEN, 2 * LATENT),
        "d1": dense(rng, LATENT, HIDDEN), "d2": dense(rng, HIDDEN, SIZE),
    })


def linear(p, x):
    return x @ p["w"] + p["b"]


def elbo(params, x, key):
    mean, logvar = jnp.split(linear(params["e2"], jax.nn.relu(linear(params["e1"], x))), 2, -1)
    z = mean + jnp.exp(0.5 * logvar) * jax.random.normal(key, mean.shape)
    logits = linear(params["d2"], jax.nn.relu(linear(params["d1"], z)))
    recon = -jnp.sum(optax.sigmoid_binary_cross_entropy(logits, x), -1)
    kl = 0.5 * jnp.sum(jnp.exp(logvar) + mean ** 2 - 1.0 - logvar, -1)
    return jnp.mean(recon - kl)


def main(epochs=3):
    rng = np.random.default_rng(0)
    images = glyphs(N_IMAGES, rng)
    params = init_params(rng)
    tx = optax.adam(1e-3)
    opt_state = jax.jit(tx.init)(params)

    def minibatch(carry, inp):
        params, opt_state = carry
        idx, key = inp
        x = jnp.take(images, idx, axis=0)
        loss, grads = jax.value_and_grad(lambda p: -elbo(p, x, key))(params)
        updates, opt_state = tx.update(grads, opt_state, params)
        return (optax.apply_updates(params, updates), opt_state), loss

    @jax.jit
    def run_epoch(params, opt_state, key):
        k_perm, k_noise = jax.random.split(key)
        steps = N_IMAGES // BATCH
        order = jax.random.permutation(k_perm, N_IMAGES)[: steps * BATCH]
        keys = jax.random.split(k_noise, steps)
        (params, opt_state), losses = jax.lax.scan(
            minibatch, (params, opt_state), (order.reshape(steps, BATCH), keys))
        return params, opt_state, losses.mean()

    for epoch, key in enumerate(jax.random.split(jax.random.PRNGKey(0), epochs)):
        params, opt_state, loss = run_epoch(params, opt_state, key)
        print(f"epoch {epoch + 1}: negative elbo {float(loss):.2f}")


if __name__ == "__main__":
    main()

# not executed: reported without a fix
import jax
import jax.numpy as jnp
from tqdm import tqdm


def filtered(measurements, mean, spread, noise):
    means = [mean]
    for y in tqdm(measurements):  # want: JOL202 (warning) "goes on from what the one before has computed"
        predicted = jnp.tanh(means[-1]) * 0.9
        spread = predicted @ predicted.T * spread + noise
        gain = spread @ jnp.linalg.inv(spread + noise)
        mean = predicted + gain @ (y - jnp.sin(predicted))
        spread = spread - gain @ spread
        means.append(mean)
    return jnp.stack(means)


def denoised(model, image, betas: jax.Array, progress=False):
    indices = list(range(betas.shape[0]))[::-1]
    if progress:
        from tqdm.auto import tqdm as bar

        indices = bar(indices)
    for i in indices:  # want: JOL202 (info) "goes on from what the one before has computed"
        t = jnp.full((4,), i)
        mean = jnp.tanh(image) * betas[i] + jnp.sin(t[0]) * jnp.cos(image)
        image = mean * 2.0 + jnp.exp(-image)
    return image


ys = jax.random.normal(jax.random.key(0), (5000, 3, 3))
print(filtered(ys, jnp.ones((3, 3)), jnp.eye(3), 0.1 * jnp.eye(3)))

"""Random augmentation of 32 x 32 image batches."""
import jax
import jax.numpy as jnp

BATCH, SIZE, PAD = 256, 32, 4


def augment(key, image):
    crop_key, flip_key, noise_key = jax.random.split(key, 3)
    padded = jnp.pad(image, ((PAD, PAD), (PAD, PAD), (0, 0)), mode="reflect")
    dy, dx = jax.random.randint(crop_key, (2,), 0, 2 * PAD + 1)
    crop = jax.lax.dynamic_slice(padded, (dy, dx, 0), image.shape)
    crop = jnp.where(jax.random.bernoulli(flip_key), crop[:, ::-1], crop)
    return crop + 0.02 * jax.random.normal(noise_key, image.shape)


augment_batch = jax.jit(jax.vmap(augment, in_axes=(None, 0)))


def epoch(key, images):
    num_batches = images.shape[0] // BATCH
    batches = images[: num_batches * BATCH].reshape(num_batches, BATCH, SIZE, SIZE, 3)
    for step, batch in enumerate(batches):
        yield augment_batch(jax.random.fold_in(key, step), batch)


if __name__ == "__main__":
    data = jax.random.uniform(jax.random.key(0), (4_096, SIZE, SIZE, 3))
    means = [float(b.mean()) for b in epoch(jax.random.key(1), data)]
    print(len(means), "batches, mean", sum(means) / len(means))

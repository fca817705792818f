"""Per-example clipped and noised gradients (DP-SGD) with vmap."""
import jax
import jax.numpy as jnp

BATCH, FEATURES, CLASSES = 512, 784, 10
CLIP, NOISE = 1.0, 1.1


def loss_fn(params, x, y, key):
    keep = jax.random.bernoulli(key, 0.9, x.shape)
    logits = jnp.where(keep, x / 0.9, 0.0) @ params["w"] + params["b"]
    return -jax.nn.log_softmax(logits)[y]


def clipped_grad(params, x, y, key):
    grads = jax.grad(loss_fn)(params, x, y, key)
    norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(grads)))
    return jax.tree.map(lambda g: g / jnp.maximum(1.0, norm / CLIP), grads)


@jax.jit
def private_step(params, x, y, key):
    mask_key, noise_key = jax.random.split(key)
    keys = jax.random.split(mask_key, BATCH)
    grads = jax.vmap(clipped_grad, in_axes=(None, 0, 0, 0))(params, x, y, keys)
    updated = {}
    for name, k in zip(sorted(params), jax.random.split(noise_key, len(params))):
        noise = NOISE * CLIP * jax.random.normal(k, params[name].shape)
        updated[name] = params[name] - 0.5 * (grads[name].sum(axis=0) + noise) / BATCH
    return updated


if __name__ == "__main__":
    params = {"w": jnp.zeros((FEATURES, CLASSES)), "b": jnp.zeros((CLASSES,))}
    base = jax.random.key(0)
    for step in range(500):
        kx, kstep = jax.random.split(jax.random.fold_in(base, step))
        x = jax.random.normal(kx, (BATCH, FEATURES))
        params = private_step(params, x, jnp.argmax(x[:, :CLASSES], axis=-1), kstep)
    print("weight norm", float(jnp.linalg.norm(params["w"])))

import jax
import jax.numpy as jnp
import optax

NUM_LAYERS, BATCH, SEQ, DIM = 24, 4, 512, 512


def block(x, layer):
    h = x - x.mean(axis=-1, keepdims=True)
    h = h * jax.lax.rsqrt(jnp.mean(h**2, axis=-1, keepdims=True) + 1e-6)
    return x + jax.nn.gelu(h @ layer["up"]) @ layer["down"], None


remat_block = jax.checkpoint(
    block,
    policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable,
    prevent_cse=False,
)


def loss_fn(params, x, labels):
    x, _ = jax.lax.scan(remat_block, x, params["layers"])
    logits = x @ params["head"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


def init_params(key, vocab=4_096):
    k1, k2, k3 = jax.random.split(key, 3)
    layers = {
        "up": jax.random.normal(k1, (NUM_LAYERS, DIM, 4 * DIM)) / jnp.sqrt(DIM),
        "down": jax.random.normal(k2, (NUM_LAYERS, 4 * DIM, DIM)) / jnp.sqrt(4 * DIM),
    }
    return {"layers": layers, "head": jax.random.normal(k3, (DIM, vocab)) / jnp.sqrt(DIM)}


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(1), (BATCH, SEQ, DIM))
    labels = jnp.zeros((BATCH, SEQ), dtype=jnp.int32)
    loss, grads = jax.jit(jax.value_and_grad(loss_fn))(init_params(jax.random.key(0)), x, labels)
    print(loss, optax.global_norm(grads))

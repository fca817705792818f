"""Fine-tune only the head of a small encoder."""
import jax
import jax.numpy as jnp
import optax

params_key, data_key = jax.random.split(jax.random.key(0))


def init(key):
    ke, kh = jax.random.split(key)
    return {
        "encoder": {"w": jax.random.normal(ke, (16, 16)) / 4.0},
        "head": {"w": jax.random.normal(kh, (16, 2)) / 4.0},
    }


def loss_fn(params, x, y):
    h = jnp.tanh(x @ params["encoder"]["w"])
    logits = h @ params["head"]["w"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


trainable = {"encoder": False, "head": True}
tx = optax.masked(optax.adam(1e-3), trainable)


@jax.jit
def step(params, opt_state, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


if __name__ == "__main__":
    params = init(params_key)
    before = params["encoder"]["w"]
    opt_state = tx.init(params)
    for i in range(100):
        x = jax.random.normal(jax.random.fold_in(data_key, i), (32, 16))
        params, opt_state = step(params, opt_state, x, (x[:, 0] > 0).astype(jnp.int32))
    print("encoder moved by", jnp.abs(params["encoder"]["w"] - before).max())

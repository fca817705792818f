import jax
import jax.numpy as jnp
import optax


def init(key):
    kb, kh = jax.random.split(key)
    return {
        "backbone": {"w": jax.random.normal(kb, (16, 32)) / 4.0},
        "head": {"w": jnp.zeros((32, 2)), "b": jnp.zeros((2,))},
    }


def label_fn(params):
    return {name: jax.tree.map(lambda _: name, sub) for name, sub in params.items()}


tx = optax.multi_transform(
    {"backbone": optax.set_to_zero(), "head": optax.adam(1e-2)}, label_fn
)


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params["backbone"]["w"])
    logits = h @ params["head"]["w"] + params["head"]["b"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


def step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


step = jax.jit(step, donate_argnums=(0, 1))


def main():
    k_params, k_data = jax.random.split(jax.random.key(0))
    params = init(k_params)
    opt_state = tx.init(params)
    for i in range(200):
        x = jax.random.normal(jax.random.fold_in(k_data, i), (64, 16))
        params, opt_state, loss = step(params, opt_state, x, (x[:, 0] > 0).astype(int))
    print("loss", loss)


if __name__ == "__main__":
    main()

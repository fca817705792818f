import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 5_000

schedule = optax.cosine_decay_schedule(init_value=1e-3, decay_steps=NUM_STEPS)
optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.adamw(schedule, weight_decay=0.01),
)


def loss_fn(params, x, y):
    h = jax.nn.gelu(x @ params["w1"] + params["b1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
    params = {
        "w1": jax.random.normal(k1, (64, 512)) / 8.0,
        "b1": jnp.zeros(512),
        "w2": jax.random.normal(k2, (512, 1)) / 22.0,
    }
    opt_state = optimizer.init(params)
    x = jax.random.normal(k3, (256, 64))
    for _ in range(NUM_STEPS):
        params, opt_state, loss = train_step(params, opt_state, x, x[:, :1])

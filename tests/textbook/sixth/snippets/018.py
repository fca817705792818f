import jax
import jax.numpy as jnp
import optax

TOTAL_STEPS, WARMUP_STEPS = 5_000, 250

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0,
    peak_value=3e-4,
    warmup_steps=WARMUP_STEPS,
    decay_steps=TOTAL_STEPS,
    end_value=3e-5,
)


def decay_mask(params):
    return jax.tree.map(lambda p: p.ndim > 1, params)


optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.95),
    optax.add_decayed_weights(0.1, mask=decay_mask),
    optax.scale_by_learning_rate(schedule),
)


@jax.jit
def train_step(params, opt_state, x, y):
    def loss_fn(p):
        return jnp.mean((jax.nn.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
    params = {"w1": jax.random.normal(k1, (64, 512)) / 8, "b1": jnp.zeros(512), "w2": jax.random.normal(k2, (512, 1)) / 23}
    opt_state = optimizer.init(params)
    x = jax.random.normal(k3, (256, 64))
    for _ in range(TOTAL_STEPS):
        params, opt_state, loss = train_step(params, opt_state, x, x[:, :1])
    print("loss:", loss)

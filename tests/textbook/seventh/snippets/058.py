import jax
import jax.numpy as jnp
import optax

tx = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.95),
    optax.add_decayed_weights(0.01),
    optax.scale(3e-4),
)


def loss_fn(params, x, y):
    h = jax.nn.silu(x @ params["w1"] + params["b1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


@jax.jit
def step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
params = {
    "w1": jax.random.normal(k1, (128, 512)) / 11.3,
    "b1": jnp.zeros(512),
    "w2": jax.random.normal(k2, (512, 1)) / 22.6,
}
opt_state = tx.init(params)
x, y = jax.random.normal(k3, (1_024, 128)), jax.random.normal(k4, (1_024, 1))
for _ in range(2_000):
    params, opt_state, loss = step(params, opt_state, x, y)
print(loss)

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(3e-4)


def loss_fn(params, x, y):
    h = jax.nn.gelu(x @ params["w1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


@jax.jit
def train_step(params, opt_state, key):
    kx, ky = jax.random.split(key)
    x, y = jax.random.normal(kx, (256, 512)), jax.random.normal(ky, (256, 1))
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


k1, k2, key = jax.random.split(jax.random.key(0), 3)
params = {"w1": jax.random.normal(k1, (512, 2048)) * 0.04, "w2": jax.random.normal(k2, (2048, 1)) * 0.02}
opt_state = tx.init(params)
running = 0.0
for step in range(50_000):
    params, opt_state, loss = train_step(params, opt_state, jax.random.fold_in(key, step))
    running = 0.99 * running + 0.01 * float(loss)
    if step % 1_000 == 0:
        print(f"step {step}: loss {running:.4f}")

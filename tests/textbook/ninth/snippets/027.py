import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(3e-4)


def denoise_loss(params, x, key):
    time_key, noise_key = jax.random.split(key)
    t = jax.random.uniform(time_key, (x.shape[0], 1))
    noise = jax.random.normal(noise_key, x.shape)
    noisy = jnp.sqrt(1.0 - t) * x + jnp.sqrt(t) * noise
    hidden = jax.nn.silu(jnp.concatenate([noisy, t], axis=-1) @ params["w1"])
    return optax.squared_error(hidden @ params["w2"], noise).mean()


@jax.jit
def train_step(params, opt_state, x, base_key, step):
    key = jax.random.fold_in(base_key, step)
    loss, grads = jax.value_and_grad(denoise_loss)(params, x, key)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


w1_key, w2_key, data_key, train_key = jax.random.split(jax.random.key(0), 4)
params = {
    "w1": jax.random.normal(w1_key, (65, 512)) * 65**-0.5,
    "w2": jax.random.normal(w2_key, (512, 64)) * 512**-0.5,
}
opt_state = optimizer.init(params)
x = jax.random.normal(data_key, (1_024, 64))
for step in range(20_000):
    params, opt_state, loss = train_step(params, opt_state, x, train_key, step)
print("loss", float(loss))

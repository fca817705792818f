import jax
import jax.numpy as jnp
import optax

tx = optax.adam(2e-4)


def eps_model(params, x, t):
    h = jnp.concatenate([x, t[:, None]], axis=-1)
    return jax.nn.silu(h @ params["w1"]) @ params["w2"]


def diffusion_step(params, opt_state, x):
    key = jax.random.key(0)
    k_t, k_e = jax.random.split(key)
    t = jax.random.uniform(k_t, (x.shape[0],))
    eps = jax.random.normal(k_e, x.shape)
    xt = jnp.sqrt(1 - t)[:, None] * x + jnp.sqrt(t)[:, None] * eps

    def loss(p):
        return jnp.mean((eps_model(p, xt, t) - eps) ** 2)

    value, grads = jax.value_and_grad(loss)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, value


diffusion_step = jax.jit(diffusion_step, donate_argnums=(0, 1))


def train(params, loader):
    opt_state = tx.init(params)
    for x in loader:
        params, opt_state, value = diffusion_step(params, opt_state, x)
    return params, value

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(3e-4)


def q_values(p, s):
    return jax.nn.relu(s @ p["w1"]) @ p["w2"]


def loss_fn(params, target_params, batch, gamma=0.99):
    s, a, r, s2, done = batch
    best = jnp.max(q_values(target_params, s2), axis=-1)
    target = jax.lax.stop_gradient(r + gamma * (1 - done) * best)
    chosen = jnp.take_along_axis(q_values(params, s), a[:, None], axis=1)[:, 0]
    td = target - chosen
    return jnp.mean(optax.huber_loss(td)), {"abs_td": jnp.abs(td).mean()}


@jax.jit(donate_argnums=(0, 1, 2))
def learn(params, target_params, opt_state, batch):
    (loss, aux), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, target_params, batch)
    updates, opt_state = tx.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
    target_params = optax.incremental_update(params, target_params, 0.005)
    return params, target_params, opt_state, {"loss": loss, **aux}


if __name__ == "__main__":
    p = {"w1": jnp.ones((4, 16)), "w2": jnp.ones((16, 2))}
    t = jax.tree.map(jnp.copy, p)
    b = (jnp.ones((8, 4)), jnp.zeros(8, jnp.int32), jnp.ones(8), jnp.ones((8, 4)), jnp.zeros(8))
    print(learn(p, t, tx.init(p), b)[-1])

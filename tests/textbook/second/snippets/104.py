import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w"]) @ params["v"] - y) ** 2)


def step(carry, batch):
    params, opt_state = carry
    loss, grads = jax.value_and_grad(loss_fn)(params, *batch)
    updates, opt_state = tx.update(grads, opt_state)
    return (optax.apply_updates(params, updates), opt_state), loss


def _run_chunk(carry, xs, ys):
    return jax.lax.scan(step, carry, (xs, ys))


run_chunk = jax.jit(_run_chunk, donate_argnums=0)


def fit(params, chunks):
    carry = (params, tx.init(params))
    for i, (xs, ys) in enumerate(chunks):  # each: (1000, batch, dim)
        carry, losses = run_chunk(carry, xs, ys)
        print(f"chunk {i}: {float(losses.mean()):.4f}")
    return carry[0]

import jax
import jax.numpy as jnp
import optax

NUM_STEPS, LOG_EVERY = 50_000, 500

optimizer = optax.adamw(1e-3, weight_decay=1e-4)


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params["w1"])
    logits = h @ params["w2"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


@jax.jit
def train_step(params, opt_state, loss_sum, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss_sum + loss


def train(params, batches):
    opt_state = optimizer.init(params)
    loss_sum = jnp.zeros(())
    for step, (x, y) in zip(range(1, NUM_STEPS + 1), batches):
        params, opt_state, loss_sum = train_step(params, opt_state, loss_sum, x, y)
        if step % LOG_EVERY == 0:
            print(f"step {step:6d}  mean loss {float(loss_sum) / LOG_EVERY:.4f}")
            loss_sum = jnp.zeros(())
    return params

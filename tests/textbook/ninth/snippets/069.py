import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 300
optimizer = optax.sgd(0.05, momentum=0.9)


def loss_fn(params, x, y):
    return optax.huber_loss(x @ params["w"] + params["b"], y).mean()


@jax.jit
def fit(params, x, y):
    def step(carry, i):
        params, opt_state = carry
        loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
        grad_norm = optax.tree.norm(grads)
        jax.debug.print(f"step {i}: loss {loss}, grad norm {grad_norm}")
        updates, opt_state = optimizer.update(grads, opt_state)
        return (optax.apply_updates(params, updates), opt_state), loss

    carry = (params, optimizer.init(params))
    (params, _), losses = jax.lax.scan(step, carry, jnp.arange(NUM_STEPS))
    return params, losses


x_key, noise_key = jax.random.split(jax.random.key(0))
x = jax.random.normal(x_key, (4_096, 32))
y = x @ jnp.linspace(-1.0, 1.0, 32) + 0.1 * jax.random.normal(noise_key, (4_096,))
params, losses = fit({"w": jnp.zeros(32), "b": jnp.zeros(())}, x, y)
print("last loss", float(losses[-1]))

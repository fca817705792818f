import jax
import jax.numpy as jnp
import optax


def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


solver = optax.lbfgs(memory_size=5)
params = jnp.array([-1.0, 1.5, 0.5])
state = solver.init(params)
value_and_grad = optax.value_and_grad_from_state(rosenbrock)


@jax.jit
def step(params, state):
    value, grad = value_and_grad(params, state=state)
    updates, state = solver.update(
        grad, state, params, value=value, grad=grad, value_fn=rosenbrock
    )
    return optax.apply_updates(params, updates), state, value


for _ in range(30):
    params, state, value = step(params, state)
print(params, value)

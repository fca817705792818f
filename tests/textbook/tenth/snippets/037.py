import jax
import jax.numpy as jnp
import optax


def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


solver = optax.lbfgs(memory_size=10)


@jax.jit
def step(x, opt_state):
    value, grad = jax.value_and_grad(rosenbrock)(x)
    updates, opt_state = solver.update(grad, opt_state, x)
    return optax.apply_updates(x, updates), opt_state, value


def minimise(x0, n_iter=20):
    x, opt_state = x0, solver.init(x0)
    for _ in range(n_iter):
        x, opt_state, value = step(x, opt_state)
    return x, value


x, value = minimise(jnp.array([-1.2, 1.0, 0.5]))
print(x, value)

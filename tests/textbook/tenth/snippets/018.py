import jax
import jax.numpy as jnp
import optax


def fun(w):
    return jnp.sum((w - jnp.arange(5.0)) ** 2 * jnp.array([1.0, 10.0, 5.0, 50.0, 2.0]))


def run(init, tol=1e-5, max_iter=50):
    solver = optax.lbfgs()
    value_and_grad = optax.value_and_grad_from_state(fun)

    def step(carry):
        w, state = carry
        value, grad = value_and_grad(w, state=state)
        updates, state = solver.update(
            grad, state, w, value=value, grad=grad, value_fn=fun
        )
        return optax.apply_updates(w, updates), state

    def keep_going(carry):
        _, state = carry
        count = optax.tree.get(state, "count")
        err = optax.tree.norm(optax.tree.get(state, "grad"))
        return (count == 0) | ((count < max_iter) & (err >= tol))

    return jax.lax.while_loop(keep_going, step, (init, solver.init(init)))


w, state = jax.jit(run)(jnp.zeros(5))
print(w)

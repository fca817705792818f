import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1)


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


def called_by_others(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


def called_once(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


def only_a_gradient(params, x):
    return jax.grad(loss)(params, x)


def a_whole_run(params, xs):
    for x in xs:
        params = params - 0.1 * jax.jit(jax.grad(loss))(params, x)
    return params


def penalty(params, x):
    # the gradient is a feature here, nothing is trained
    return jnp.sum(jax.grad(loss)(params, x) ** 2) - 1.0


class Wrapped(optax.Base):
    def step(self, params, x):
        return params - 0.1 * jax.grad(loss)(params, x)

    def train(self, params, xs):
        for x in xs:
            params = self.step(params, x)
        return params


def main(xs):
    params = called_once(jnp.ones(3), xs[0])
    print(only_a_gradient(params, xs[0]), penalty(params, xs[0]))
    for seed in (0, 1):
        params = called_by_others(params, xs[seed])
    return a_whole_run(params, xs)

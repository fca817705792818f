# not executed: there is no fix
import jax
import jax.numpy as jnp


def mish(x):
    return x * jnp.tanh(jnp.log1p(jnp.exp(x)))  # want: JOL530 "is softplus written out"


def softplus(x):
    return jnp.log(1.0 + jnp.exp(x))  # want: JOL530 "infinite where `x` is above 88"


def scaled(x):
    return jnp.log(1 + jnp.exp(0.7 * x)) / 0.7  # want: JOL530 "infinite where `0.7"


def sigmoid(x):
    return jnp.exp(x) / (1.0 + jnp.exp(x))  # want: JOL530 "it is NaN where `x` is above 88"


def weights(energy, beta):
    boltzmann = jnp.exp(-beta * energy)
    return boltzmann / jnp.sum(boltzmann)  # want: JOL530 "is softmax"


def attention(scores):
    return jnp.exp(scores) / jnp.exp(scores).sum(axis=-1, keepdims=True)  # want: JOL530 "is softmax written out"


def with_a_floor(scores):
    return jnp.exp(scores) / (jnp.sum(jnp.exp(scores)) + 1e-9)  # want: JOL530 "is softmax written out"


def free_energy(energy, log_density):
    amount = jnp.exp(-energy - log_density)
    average, error = amount.mean(), amount.std()
    return -jnp.log(average), error  # want: JOL530 "-inf where all of it is below"


def gate(params, x):
    return jnp.sum(1 / (1 + jnp.exp(-(x @ params))))  # want: JOL530 "the gradient is NaN"


slope = jax.grad(gate)


def importance(log_target, log_model):
    return jnp.exp(log_target) / jnp.exp(log_model)  # want: JOL530 "divides two exponentials"


def importance_by_names(log_target, log_model):
    target = jnp.exp(log_target)
    return target / jnp.exp(log_model)  # want: JOL530 "divides two exponentials"

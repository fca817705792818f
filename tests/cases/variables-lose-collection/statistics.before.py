# not executed: there is no fix
"""Statistics that come back from a step without the parameters that went in with them."""

import flax.jax_utils
import flax.linen as nn
import jax
import jax.numpy as jnp


class Maker(nn.Module):
    @nn.compact
    def __call__(self, z):
        return nn.BatchNorm(use_running_average=False)(nn.Dense(4)(z))


class Judge(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.BatchNorm(use_running_average=False)(nn.Dense(1)(x))


def loss(made, judged, of_maker, of_judge, z):
    fake, of_maker = Maker().apply(
        {"params": made, "batch_stats": of_maker["batch_stats"]}, z, mutable=["batch_stats"]
    )
    score, of_judge = Judge().apply(
        {"params": judged, "batch_stats": of_judge["batch_stats"]}, fake, mutable=["batch_stats"]
    )
    return jnp.mean(score), (of_maker, of_judge)


@jax.jit
def step(made, judged, of_maker, of_judge, z):
    gradient_of = jax.value_and_grad(loss, has_aux=True)
    (value, (of_maker, of_judge)), grads = gradient_of(made, judged, of_maker, of_judge, z)
    made = jax.tree.map(lambda p, g: p - 0.1 * g, made, grads)
    return made, of_maker, of_judge, value


def train(key, batches):
    of_maker = Maker().init(key, jnp.ones((1, 4)))
    of_judge = Judge().init(key, jnp.ones((1, 4)))
    made, judged = of_maker["params"], of_judge["params"]
    of_judge = flax.jax_utils.replicate(of_judge)
    for z in batches:
        made, of_maker, of_judge, value = step(  # want: JOL132 "`of_maker` holds `params` in"
            made, judged, of_maker, of_judge, z
        )
    return made

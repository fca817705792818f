# The step of a generator drops what the step of its discriminator keeps.
import jax
import jax.numpy as jnp


def generator_loss(params, stats, judge, x):
    fake, _ = judge.apply(
        {"params": params, "batch_stats": stats}, x, train=True, mutable=["batch_stats"]
    )
    return -jnp.mean(fake)


def judge_loss(params, stats, judge, x):
    real, renewed = judge.apply(
        {"params": params, "batch_stats": stats}, x, train=True, mutable=["batch_stats"]
    )
    return jnp.mean(real), renewed["batch_stats"]


gradients = jax.grad(generator_loss), jax.grad(judge_loss, has_aux=True)

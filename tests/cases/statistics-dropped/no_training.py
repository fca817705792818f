# Other collections, evaluation, and passes that no gradient is taken through.
import jax
import jax.numpy as jnp


def features(params, model, x):
    out, kept = model.apply({"params": params}, x, mutable=["intermediates"])
    return jnp.sum(out)


gradient = jax.grad(features)


def shown(variables, model, x):
    out, _ = model.apply(variables, x, train=True, mutable=["batch_stats"])
    return out


def evaluated(params, stats, model, x):
    variables = {"params": params, "batch_stats": stats}
    return model.apply(variables, x, train=False, mutable=["batch_stats"])[0].sum()


saliency = jax.grad(evaluated)

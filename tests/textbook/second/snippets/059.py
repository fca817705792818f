import equinox as eqx
import jax
import jax.numpy as jnp


def predict(params, static, xs):
    model = eqx.combine(params, static)
    return jax.nn.sigmoid(jax.vmap(model)(xs))


def compile_predict(model):
    params, static = eqx.partition(model, eqx.is_array)
    fn = jax.jit(lambda p, xs: predict(p, static, xs))
    return lambda xs: fn(params, xs)


def evaluate(run, loader):
    hits, count = jnp.zeros((), jnp.int32), 0
    for x, y in loader:
        hits = hits + jnp.sum((run(x)[:, 0] > 0.5) == y)
        count += x.shape[0]
    return float(hits) / count


def main(model, loaders):
    run = compile_predict(eqx.nn.inference_mode(model))
    return {name: evaluate(run, loader) for name, loader in loaders.items()}

"""Initialise the parameters of a two-layer network from a table of shapes."""
import jax
import jax.numpy as jnp

SHAPES = {
    "hidden": {"kernel": (784, 512), "bias": (512,)},
    "output": {"kernel": (512, 10), "bias": (10,)},
}


def init_params():
    return jax.tree.map(jnp.zeros, SHAPES)


def add_noise(params, key, scale=0.05):
    leaves, treedef = jax.tree.flatten(params)
    keys = jax.random.split(key, len(leaves))
    noisy = [p + scale * jax.random.normal(k, p.shape) for p, k in zip(leaves, keys)]
    return jax.tree.unflatten(treedef, noisy)


def count(params):
    return sum(p.size for p in jax.tree.leaves(params))


if __name__ == "__main__":
    params = add_noise(init_params(), jax.random.key(0))
    print("number of parameters:", count(params))
    print("kernel:", jax.tree.map(jnp.shape, params["hidden"]["kernel"]))

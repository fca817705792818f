import argparse
import pathlib
import tempfile

import jax
import jax.numpy as jnp
import orbax.checkpoint as ocp


def train(params, steps):
    @jax.jit
    def step(p, _):
        g = jax.grad(lambda q: jnp.sum((q["w"] - 1.0) ** 2))(p)
        return jax.tree.map(lambda a, b: a - 0.1 * b, p, g), None

    params, _ = jax.lax.scan(step, params, length=steps)
    return params


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=30)
    args = parser.parse_args()

    params = train({"w": jnp.zeros((64, 64))}, args.steps)
    with tempfile.TemporaryDirectory() as tmp:
        path = pathlib.Path(tmp) / "final"
        with ocp.StandardCheckpointer() as ckptr:
            ckptr.save(path, params)
            ckptr.wait_until_finished()
            abstract = jax.tree.map(ocp.utils.to_shape_dtype_struct, params)
            restored = ckptr.restore(path, abstract)
    print(jax.tree.map(jnp.array_equal, params, restored))


if __name__ == "__main__":
    main()

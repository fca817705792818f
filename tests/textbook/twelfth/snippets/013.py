import pathlib
import shutil
import tempfile

import jax
import jax.numpy as jnp
import orbax.checkpoint as ocp


def init(key):
    ka, kb = jax.random.split(key)
    return {
        "a": jax.random.normal(ka, (2048, 2048)),
        "b": jax.random.normal(kb, (2048, 2048)),
    }


@jax.jit
def normalise(params):
    return jax.tree.map(lambda p: p / jnp.linalg.norm(p), params)


def publish(params, workdir: pathlib.Path, step: int) -> str:
    """Write the checkpoint of `step` and pack it for upload."""
    ckptr = ocp.StandardCheckpointer()
    path = workdir / f"step_{step}"
    ckptr.save(path, params)
    return shutil.make_archive(str(path), "zip", root_dir=path)


def main():
    params = normalise(init(jax.random.key(0)))
    with tempfile.TemporaryDirectory() as tmp:
        archive = publish(params, pathlib.Path(tmp), step=0)
        print(pathlib.Path(archive).stat().st_size)


if __name__ == "__main__":
    main()

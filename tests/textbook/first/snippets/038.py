import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Config:
    depth: int = 3
    activation: str = "gelu"
    kernel: tuple[int, ...] = (3, 3)


@partial(jax.jit, static_argnames="cfg")
def apply(weights, x, cfg):
    act = getattr(jax.nn, cfg.activation)
    for i in range(cfg.depth):
        x = act(x @ weights[i])
    return x


def main():
    cfg = Config()
    w = jnp.stack([jnp.eye(16)] * cfg.depth)
    outs = [apply(w, jnp.full((4, 16), float(i)), cfg) for i in range(3)]
    print(jnp.stack(outs).mean())


if __name__ == "__main__":
    main()

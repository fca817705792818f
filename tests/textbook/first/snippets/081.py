import time
import jax
import jax.numpy as jnp
import flax.linen as nn


class Tower(nn.Module):
    depth: int = 6

    @nn.compact
    def __call__(self, x):
        for _ in range(self.depth):
            x = nn.relu(nn.Dense(2048)(x))
        return nn.Dense(1000)(x)


def throughput(batch=1024, iters=30):
    model = Tower()
    x = jax.random.normal(jax.random.key(1), (batch, 2048))
    params = model.init(jax.random.key(0), x)
    apply = jax.jit(model.apply)
    apply(params, x).block_until_ready()
    begin = time.monotonic()
    for _ in range(iters):
        y = apply(params, x)
    x.block_until_ready()
    return batch * iters / (time.monotonic() - begin)


if __name__ == "__main__":
    print("examples/s", throughput())

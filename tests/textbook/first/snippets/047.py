import jax
import jax.numpy as jnp
import flax.linen as nn


class Block(nn.Module):
    dim: int

    @nn.compact
    def __call__(self, x, _):
        h = nn.LayerNorm()(x)
        h = nn.gelu(nn.Dense(4 * self.dim)(h))
        return x + nn.Dense(self.dim)(h), None


class Transformer(nn.Module):
    dim: int
    depth: int

    @nn.compact
    def __call__(self, x):
        ScanBlock = nn.scan(
            nn.remat(Block, prevent_cse=False),
            variable_axes={"params": 0},
            split_rngs={"params": True},
            length=self.depth,
        )
        x, _ = ScanBlock(self.dim)(x, None)
        return nn.LayerNorm()(x)


if __name__ == "__main__":
    model = Transformer(16, 12)
    x = jnp.ones((2, 5, 16))
    params = jax.jit(model.init)(jax.random.key(0), x)
    print(jax.jit(jax.grad(lambda p: model.apply(p, x).var()))(params)["params"].keys())

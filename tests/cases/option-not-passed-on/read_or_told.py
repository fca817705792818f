from typing import Any

import flax.linen as nn
import jax.numpy as jnp


class Passed(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8, dtype=self.dtype)(x)


class Cast(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8)(x.astype(self.dtype))


class Told(nn.Module):  # its layers compute in float32 on purpose
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8, dtype=jnp.float32)(x)


class Usual(nn.Module):  # nobody asks for another one
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8)(x)


class Unpacking(nn.Module):
    use_bias: bool = True
    options: Any = None

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8, **self.options)(x)


class Whole(nn.Module):
    use_bias: bool = True

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8)(helper(self, x))


class Base(nn.Module):
    use_bias: bool = True

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8)(x)


class Derived(Base):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(8, use_bias=self.use_bias)(x)


class NoLayer(nn.Module):  # nothing of it takes a type
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return x + self.param("shift", nn.initializers.zeros, x.shape)


def helper(module, x):
    return x if module.use_bias else x + 1


class Net(nn.Module):
    dtype: Any = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        x = NoLayer(dtype=self.dtype)(Told(dtype=self.dtype)(Cast(dtype=self.dtype)(x)))
        x = Unpacking(use_bias=False)(Usual(dtype=jnp.float32)(Passed(dtype=self.dtype)(x)))
        return Whole(use_bias=False)(Derived(use_bias=False)(Base(use_bias=False)(x)))


class Quiet(nn.Module):  # what sets it has the same default, and is set by nobody
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(8)(x)


class Around(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return Quiet(dtype=self.dtype)(x)

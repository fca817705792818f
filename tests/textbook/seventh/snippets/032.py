import flax.linen as nn
import jax
import jax.numpy as jnp


class FeedForward(nn.Module):
    hidden: int
    dropout_rate: float = 0.1

    def __call__(self, x, deterministic: bool = True):
        dim = x.shape[-1]
        h = nn.gelu(nn.Dense(self.hidden)(x))
        h = nn.Dropout(self.dropout_rate)(h, deterministic=deterministic)
        return nn.Dense(dim)(h)


model = FeedForward(hidden=2048)
tokens = jax.random.normal(jax.random.key(0), (32, 128, 512))
params = model.init(jax.random.key(1), tokens)
out = model.apply(params, tokens, deterministic=False, rngs={"dropout": jax.random.key(2)})
print(out.shape)

"""`PRNGKey` as an annotation."""

import flax
import jax


@flax.struct.dataclass
class Stats:
    returns: jax.Array
    lengths: jax.Array


def act(params, obs: jax.Array, key: jax.random.PRNGKey) -> jax.Array:
    key, draw = jax.random.split(key)
    return obs @ params + jax.random.gumbel(draw, (obs.shape[0], 1))

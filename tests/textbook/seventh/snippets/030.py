import jax
import jax.numpy as jnp


def next_token_targets(tokens, positions, offset=1, pad_id=0):
    """Looks up the token that follows each position; pads past the end."""
    targets = []
    for i in positions:
        try:
            targets.append(tokens[i + offset])
        except IndexError:
            targets.append(jnp.asarray(pad_id, dtype=tokens.dtype))
    return jnp.stack(targets)


tokens = jax.random.randint(jax.random.key(0), (512,), 1, 50_257)
positions = [0, 17, 255, 510, 511]
targets = next_token_targets(tokens, positions)
print(targets)

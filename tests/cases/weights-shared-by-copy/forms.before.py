# not executed: nothing is rewritten
import equinox as eqx
import jax


class Language(eqx.Module):
    embed: eqx.nn.Embedding
    head: jax.Array
    inner: eqx.nn.Linear
    outer: eqx.nn.Linear

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.embed = eqx.nn.Embedding(100, 8, key=k1)
        self.head = self.embed.weight  # want: JOL853 (warning) "they come apart"
        self.inner = eqx.nn.Linear(8, 8, key=k2)
        self.outer = self.inner  # want: JOL853 "two leaves of the tree"

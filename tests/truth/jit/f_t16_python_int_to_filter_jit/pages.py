"""`filter_jit` makes Python numbers static: one program for each slot."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Pages(eqx.Module):
    owners: jax.Array
    counts: jax.Array
    slots: int = eqx.field(static=True)

    @eqx.filter_jit(donate="all")
    def release(self, slot: int) -> "Pages":
        if slot < 0 or slot >= self.slots:
            return self
        mine = self.owners[slot]

        def body(i, counts):
            return counts.at[mine[i]].add(-1)

        counts = jax.lax.fori_loop(0, mine.shape[0], body, self.counts)
        owners = self.owners.at[slot].set(-1)
        return Pages(owners, jnp.maximum(counts, 0), self.slots)

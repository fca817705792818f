# not executed: there is no fix
import optax
from optax import adam, apply_every, chain, clip_by_global_norm

EVERY = 8


def usual(rate):
    return chain(
        clip_by_global_norm(0.5),
        adam(rate),
        apply_every(EVERY),  # want: JOL845 "behind `optax.adam`: it adds up `EVERY` whole updates"
    )


def by_parts(schedule, k):
    inner = optax.chain(optax.scale_by_adam(), optax.add_decayed_weights(1e-4))
    steps = optax.apply_every(k=k)
    return optax.chain(inner, optax.scale_by_learning_rate(schedule), steps)  # want: JOL845 "`optax.scale_by_adam`"

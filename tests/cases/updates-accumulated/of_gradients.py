# In front of the moments, behind plain descent, every step, and a chain that is not known.
import optax
from optimizers import preconditioned


def chains(rate, parts):
    first = optax.chain(optax.apply_every(4), optax.sgd(rate))
    second = optax.chain(optax.clip(1.0), optax.sgd(rate), optax.apply_every(4))
    third = optax.chain(optax.adam(rate), optax.apply_every(1))
    fourth = optax.chain(*parts, optax.adam(rate), optax.apply_every(4))
    fifth = optax.chain(preconditioned(rate), optax.apply_every(4))
    sixth = optax.MultiSteps(optax.chain(optax.clip(1.0), optax.adam(rate)), every_k_schedule=4)
    return first, second, third, fourth, fifth, sixth

# not executed: nothing is rewritten
import optax

KEPT = 0.99


def follow(online, target):
    target = optax.incremental_update(online, target, KEPT)  # want: JOL863 "keeps 0.01 of what it was"
    return optax.incremental_update(online, target, step_size=0.995)  # want: JOL863 "share of the new"


def by_default(online, target, tau=0.9):
    return optax.incremental_update(online, target, step_size=tau)  # want: JOL863 "keeps 0.1"

# not executed: the originals raise
import flax


def make(params, rate):
    first = flax.optim.Adam(rate).create(params)  # want: JOL713 "1 more below"
    second = flax.optim.Momentum(rate).create(params)  # want: JOL713 (info) "`flax.optim` was"
    return first, second

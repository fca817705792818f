# not executed: the originals raise
import flax


def make(params, rate):
    first = flax.optim.Adam(rate).create(params)  # want: JOL713 "2 more below"
    second = flax.optim.Momentum(rate).create(params)  # want: JOL713 (info) "`flax.optim` was"
    scale = flax.optim.DynamicScale()  # want: JOL713 (info) "raises an error"
    return first, second, scale

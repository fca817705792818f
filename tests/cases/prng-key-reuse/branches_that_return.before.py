# not executed: layers get other weights
"""New keys of a split that only other branches read, which return, meet nothing here."""

import equinox as eqx
import jax


def build(kind, width, *, key):
    cell_key, out_key = jax.random.split(key)
    if kind == "plain":
        return eqx.nn.Linear(width, width, key=key)  # want: JOL802 (info)
    if kind == "deep":
        return eqx.nn.MLP(width, width, width, 2, key=key)  # want: JOL802 (info)
    if kind == "cell":
        cell = eqx.nn.GRUCell(width, width, key=cell_key)
    else:
        raise ValueError(kind)
    return cell, eqx.nn.Linear(width, 1, key=out_key), eqx.nn.Linear(width, 1, key=key)  # want: JOL802


def build_by_slip(kind, width, *, key):
    cell_key, out_key = jax.random.split(key)
    if kind == "plain":
        return eqx.nn.Linear(width, width, key=key)  # want: JOL802 (info)
    cell = eqx.nn.GRUCell(width, width, key=cell_key)
    return cell, eqx.nn.Linear(width, 1, key=key)  # want: JOL802 (warning)

"""Weights that are made for one layer, or of a layer that the module does not keep, sizes of a
layer, and copies for a model that follows another one."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Scaled(eqx.Module):
    inner: eqx.nn.Linear
    outer: eqx.nn.Linear
    frozen: eqx.nn.Linear = eqx.field(static=True)

    def __init__(self, key, teacher):
        k1, k2 = jax.random.split(key)
        self.inner = eqx.nn.Linear(8, 8, key=k1)
        outer = eqx.nn.Linear(8, 8, key=k2)
        self.outer = eqx.tree_at(lambda lin: lin.weight, outer, jnp.zeros_like(outer.weight))
        self.frozen = eqx.tree_at(lambda lin: lin.weight, outer, self.inner.weight)


class OfAnother(eqx.Module):
    student: eqx.nn.Linear

    def __init__(self, key, teacher):
        student = eqx.nn.Linear(8, 8, key=key)
        first = eqx.nn.Linear(8, 8, key=key)
        self.student = eqx.tree_at(lambda lin: lin.weight, student, first.weight)
        self.student = eqx.tree_at(lambda lin: lin.weight, self.student, teacher.weight)
        self.student = eqx.tree_at(lambda lin: lin.weight, self.student, self.student.weight)


class Sized(eqx.Module):
    inner: eqx.nn.Linear
    outer: eqx.nn.Linear

    def __init__(self, key):
        self.inner = eqx.nn.Linear(8, 8, key=key)
        self.outer = eqx.tree_at(
            lambda lin: lin.use_bias, eqx.nn.Linear(8, 8, key=key), self.inner.use_bias
        )

    def follow(self):
        return eqx.tree_at(lambda m: m.outer.weight, self, self.inner.weight)


class MadeAnew(eqx.Module):
    inner: eqx.nn.Linear
    outer: eqx.nn.Linear
    act: eqx.nn.Lambda
    last_act: eqx.nn.Lambda

    def __init__(self, key, shared):
        k1, k2 = jax.random.split(key)
        layer = eqx.nn.Linear(8, 8, key=k1)
        self.inner = layer
        layer = eqx.nn.Linear(8, 8, key=k2)
        self.outer = layer
        act = eqx.nn.Lambda(jax.nn.relu)
        self.act = act
        self.last_act = act


class OneOfTwo(eqx.Module):
    wide: eqx.nn.Linear | None
    deep: eqx.nn.Linear | None

    def __init__(self, key, wide):
        layer = eqx.nn.Linear(8, 8, key=key)
        if wide:
            self.wide = layer
            self.deep = None
        else:
            self.wide = None
            self.deep = layer

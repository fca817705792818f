from flax import nnx


class Parent(nnx.Module):
    pass

# Workers of a pool that never see a GPU, and allocators that keep a pool.
import os


def start_worker():
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"


def start_hidden():
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    os.environ.update({"XLA_PYTHON_CLIENT_ALLOCATOR": "platform"})


def start(allocator):
    os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = allocator


def start_pool():
    os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "cuda_async"

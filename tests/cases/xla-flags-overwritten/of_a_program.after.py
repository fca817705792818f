import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_gpu_triton_gemm_any=true"

import jax  # noqa: E402


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    return x + len(os.environ.get("XLA_FLAGS", "")) * 0.0


def main():
    print(run(jax.numpy.ones(3)))


if __name__ == "__main__":
    main()

import os

import jax

os.environ["TF_XLA_FLAGS"] = "--xla_gpu_autotune_level=2"  # want: JOL901 "TensorFlow"
os.environ["TF_CUDNN DETERMINISTIC"] = "1"  # want: JOL901 "space"
os.environ["XLA_PYTHON_CLIENT_PREALOCATE"] = "false"  # want: JOL901 "JAX reads no variable"


def main():
    os.environ["JAX_PLATFORMS"] = "cpu"  # want: JOL901 "no effect"
    devices = jax.devices()
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")  # want: JOL901 "`jax.devices`"
    return devices


if __name__ == "__main__":
    os.environ["JAX_ENABLE_X64"] = "1"  # want: JOL901
    main()

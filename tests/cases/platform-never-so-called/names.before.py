# not executed: nothing is rewritten
import jax


def has_gpu():
    devices = jax.devices()
    return any(d.device_kind == "gpu" for d in devices)  # want: JOL844 "name of a model"


def report():
    lines = []
    for device in jax.local_devices():
        if device.device_kind != "tpu":  # want: JOL844 "always true"
            lines.append(str(device))
        # accelerators come first
        if device.platform in ("cuda", "GPU"):  # want: JOL844 "one of cpu, gpu and tpu"
            lines.insert(0, str(device))
    return lines


def dtype():
    backend = jax.default_backend()
    if backend == "cuda":  # want: JOL844 "always false"
        return "bfloat16"
    return "float16" if "CUDA" == jax.default_backend() else "float32"  # want: JOL844


print(has_gpu(), report(), dtype())

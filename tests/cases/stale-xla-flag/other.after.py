# not executed: nothing is rewritten
import os

FLAGS = [
    "--xla_gpu_graph_level=0",
    "--xla_gpu_autotune_level=2",
    "--xla_gpu_enable_latency_hidding_scheduler=true",
]
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " ".join(FLAGS)
os.environ["XLA_FLAGS"] += " --xla_tpu_megacore_fusion=false"


def tune():
    flags = os.environ.get("XLA_FLAGS", "")
    flags += (
        " "
        " --xla_gpu_autotune_level=2"
    )
    os.environ["XLA_FLAGS"] = flags

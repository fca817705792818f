import os

os.environ["XLA_FLAGS"] = "--xla_a=1"  # fact: settings XLA_FLAGS is "--xla_a=1"
os.environ.setdefault("JAX_PLATFORMS", "cpu")  # fact: settings JAX_PLATFORMS or "cpu"
os.environ["XLA_FLAGS"] += " --xla_b=2"  # fact: settings XLA_FLAGS or " --xla_b=2"
os.environ.update({"A": "1", "B": "2"})  # fact: settings A is "1"; B is "2"
name = "C"
os.environ[name] = "3"  # fact: settings C is "3"
os.environ[input()] = "4"
print(os.environ["XLA_FLAGS"])

"""Finds slow JAX code, rewrites it, and proves that the rewrite computes the same thing."""

from pathlib import Path

__version__ = "0.1.0"

_HERE = Path(__file__).parent
if not (_HERE / "rules").is_dir():  # a checkout, where rules/ and codemods/ lie beside us
    __path__.append(str(_HERE.parent))

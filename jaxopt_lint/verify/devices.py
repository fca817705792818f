"""How many devices code asks for that did not run on one, as what it raised there says.

Devices of the CPU can be simulated, so such code is run once more on as many.
"""

from __future__ import annotations

import math
import re

from jaxopt_lint.finding import Evidence, Verdict

ENOUGH = 8  # where nothing says how many
MOST = 64
_DEVICES = re.compile(
    r"\b(?:shard_map|pmap|xmap|Mesh|make_mesh|create_device_mesh|device_count|local_devices"
    r"|local_device_count|NamedSharding|PositionalSharding)\b|\bjax\.devices\("
)
# What is said where there are too few, with the number that is asked for, or the shape.
_NUMBER = (
    r"requires (\d+) logical devices",
    r"requires (\d+) (?:replicas|devices|XLA devices)",
    r"(?:at least|need|needs|expected|expects) (\d+) (?:\w+ )?devices",
)
_SHAPE = (
    r"[Nn]umber of devices 1 must .*?mesh_shape \(([\d, ]+)\)",
    r"cannot reshape array of size 1 into shape \(([\d, ]+)\)",
    r"mesh_shape[^()]{0,30}\(([\d, ]+)\)[^()]*\bdevices\b",
)
# And what may be said for want of devices, by code that asks for some.
_PERHAPS = (
    r"AssertionError|IndexError|not enough values to unpack|cannot reshape array of size 1 into"
    r"|\bdevices?\b[^;]*\b(?:available|visible|only|must|enough|mismatch)\b"
    r"|is greater than the number of|axis size|divisible"
)


def spreads(*texts: str) -> bool:
    """Whether code says what happens on which device."""
    return any(map(_DEVICES.search, texts))


def wanted(found: Evidence, *texts: str) -> int:
    """The number of devices on which to try once more what could not be decided on one; 0 where the
    number of them is not known to be the reason.

    Args:
        texts: of the code that was run.
    """
    if found.verdict is not Verdict.UNVERIFIED or not spreads(*texts):
        return 0
    said = "; ".join(check.detail for check in found.checks)
    numbers = [int(one) for pattern in _NUMBER for one in re.findall(pattern, said)]
    for pattern in _SHAPE:
        for shape in re.findall(pattern, said):
            numbers.append(math.prod(int(one) for one in shape.split(",") if one.strip()))
    numbers = [one for one in numbers if one > 1]
    if numbers:
        return max(numbers) if max(numbers) <= MOST else 0
    return ENOUGH if re.search(_PERHAPS, said) else 0

"""Verlet pair list with a fixed capacity."""
import math
import numpy as np


def minimum_image(d, box):
    return d - box * round(d / box)


def build_pairs(x, box, radius, capacity):
    """All i<j closer than radius; padded to capacity, with a validity mask."""
    pairs = np.zeros((capacity, 2), np.int32)
    count = 0
    pts = x.tolist()
    for i in range(len(pts)):
        xi, yi, zi = pts[i]
        for j in range(i + 1, len(pts)):
            xj, yj, zj = pts[j]
            dx = minimum_image(xi - xj, box)
            dy = minimum_image(yi - yj, box)
            dz = minimum_image(zi - zj, box)
            if math.sqrt(dx * dx + dy * dy + dz * dz) < radius:
                if count == capacity:
                    raise RuntimeError("pair list overflow")
                pairs[count] = i, j
                count += 1
    return pairs, np.arange(capacity) < count

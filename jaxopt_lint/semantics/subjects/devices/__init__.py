"""Meshes, axes, and programs that run on many devices."""

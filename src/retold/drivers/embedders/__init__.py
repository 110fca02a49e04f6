"""Embedders: what turns text into vectors. Each is loaded by name through `retold.registry`."""

"""Drivers: what connects Retold's ports to engines, models and services."""

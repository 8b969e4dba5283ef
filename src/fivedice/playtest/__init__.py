"""Measuring rules by playing strategies: ladders, depth metrics, sweeps over parameters, and rule design."""

"""Databases on disk: blocks that are compressed one by one, tables of them, and what kernels look up."""

"""Valuing states by evaluations of one's choice, named in text and added up."""

"""Measuring quality on data sets of conversations with questions."""

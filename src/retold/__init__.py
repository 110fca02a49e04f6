"""Retold: a long-term memory for conversational AI."""

"""Text as it is: tokens, sentences, language, numbers, names, negation, likeness and secrets.

Everything here is pure and knows Chinese and English alike. It keeps no text: what is cached is
single words and the tables that come with the package.
"""

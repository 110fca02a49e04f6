"""How what is learnt or made of data of our own is made, each by a module of its own."""

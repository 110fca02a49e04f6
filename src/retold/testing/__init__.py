"""What proves a driver: one conformance suite a port, for drivers of your own too.

Each suite is a class of pytest-style tests. Subclass it in a test file and give it the fixture
that it names; nothing here imports pytest.
"""

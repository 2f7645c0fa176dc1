"""The games of the corpus are read as a user's files are, by `zermelo.load_game`; none is a test, or a module of the tests."""

collect_ignore_glob = ["*/*.py"]

"""The exact-cover engine."""



def instruction_set() -> str:
    """The widest vector instructions this build uses."""

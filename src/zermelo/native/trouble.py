"""What the compiler could not take, in the user's terms."""
from typing import Any
def in_users_terms(error: Exception, thing: Any) -> str:
    return str(error)

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Call:
    """One call as the contract describes it."""

    method: Literal["GET", "POST"]
    path: str
    auth: Literal["none", "optional", "required"]
    # Fields of a POST that travel in the query.
    query: tuple[str, ...] = ()
    multipart: bool = False
    acts: bool = True

from __future__ import annotations

from typing import Any, Literal


class RefusedError(Exception):
    """The exchange refused a call. `code` is for programs, `message` for people, in the client's language."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.data = data

    @property
    def fields(self) -> dict[str, str]:
        """Messages by field, for refused input."""
        given = self.data.get("fields") if isinstance(self.data, dict) else None
        return given if isinstance(given, dict) else {}


class NetworkError(Exception):
    """No usable answer came; the call may have had its effect. Look it up by your id."""

    def __init__(self, kind: Literal["unreachable", "timeout", "unreadable"], message: str) -> None:
        super().__init__(message)
        self.kind = kind

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import Any, Callable
from urllib.parse import quote

Sign = Callable[[bytes], str]


class SigningKey:
    """An API key that signs requests; made by `hmac_key` or `ed25519_key`."""

    def __init__(self, api_key: str, sign: Sign, recv_window_ms: int | None = None) -> None:
        self.api_key = api_key
        self._sign = sign
        self._window = recv_window_ms

    @property
    def headers(self) -> dict[str, str]:
        """Names the key in each signed request."""
        return {"x-api-key": self.api_key}

    def signed_text(self, text: str, query: str = "") -> str:
        """Adds the time to a query or form, and its signature at the end. `query` is signed before a form."""
        window = "" if self._window is None else f"&recvWindow={self._window}"
        payload = f"{text}{'&' if text else ''}timestamp={_now()}{window}"
        signature = self._sign((query + payload).encode())
        return f"{payload}&signature={quote(signature, safe='')}"

    def signed_log_in(self) -> dict[str, Any]:
        """The request that authenticates a socket: its fields are signed sorted by name."""
        fields: dict[str, Any] = {"apiKey": self.api_key, "timestamp": _now()}
        if self._window is not None:
            fields["recvWindow"] = self._window
        payload = "&".join(f"{name}={fields[name]}" for name in sorted(fields))
        return {"op": "auth", **fields, "signature": self._sign(payload.encode())}


def _now() -> int:
    return round(time.time() * 1000)


def hmac_key(api_key: str, secret: str, *, recv_window_ms: int | None = None) -> SigningKey:
    """A key whose secret the exchange made."""

    def sign(payload: bytes) -> str:
        return hmac.new(secret.encode(), payload, hashlib.sha256).hexdigest()

    return SigningKey(api_key, sign, recv_window_ms)


def ed25519_key(api_key: str, private_key: str, *, recv_window_ms: int | None = None) -> SigningKey:
    """A key whose private half never leaves its owner: PKCS #8 in PEM. Needs the extra `ed25519`."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key(private_key.encode(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError("the private key is no Ed25519 key")
    return SigningKey(api_key, lambda payload: base64.b64encode(key.sign(payload)).decode(), recv_window_ms)

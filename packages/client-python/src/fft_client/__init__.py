"""The typed, asynchronous client of the FFT exchange."""

from . import _models as models
from ._codes import Code
from .client import Client
from .errors import NetworkError, RefusedError
from .order_book import OrderBook
from .signing import SigningKey, ed25519_key, hmac_key
from .stream import Stream

__all__ = [
    "Client",
    "Code",
    "NetworkError",
    "OrderBook",
    "RefusedError",
    "SigningKey",
    "Stream",
    "ed25519_key",
    "hmac_key",
    "models",
]

"""Receipts of erasures: signed by the store, so that nobody else can write one."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any

from retold.errors import InputError
from retold.records import ErasureReceipt, Scope

# What the signature is for stands in front, so that none made for something else fits.
_PURPOSE = b"retold erasure receipt 1\n"


def signed(receipt: ErasureReceipt, secret: bytes) -> ErasureReceipt:
    """The receipt with its signature: HMAC-SHA256 of its canonical JSON under the store's secret.

    Canonical: every other field, names sorted, no spaces, UTF-8, times in ISO 8601.
    """
    return replace(receipt, signature=_signature(receipt, secret))


def is_genuine(receipt: ErasureReceipt, secret: bytes) -> bool:
    """Whether the store of this secret made the receipt, and nothing in it was changed since."""
    return hmac.compare_digest(receipt.signature.encode(), _signature(receipt, secret).encode())


def read_receipt(value: Mapping[str, Any]) -> ErasureReceipt:
    """The receipt that was printed as JSON. Raises InputError where a field is missing or wrong."""
    try:
        given = {field.name: value[field.name] for field in fields(ErasureReceipt)}
        given["at"] = datetime.fromisoformat(given["at"])
        given["scope"] = Scope(**given["scope"])
        for name in ("unit_ids", "turn_ids"):
            given[name] = tuple(map(str, given[name]))
        return ErasureReceipt(**given)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"this is no receipt of an erasure: {error!r}") from None


def _signature(receipt: ErasureReceipt, secret: bytes) -> str:
    told = asdict(receipt) | {"at": receipt.at.isoformat()}
    del told["signature"]
    text = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    message = _PURPOSE + text.encode("utf-8", "surrogatepass")
    return hmac.new(secret, message, hashlib.sha256).hexdigest()

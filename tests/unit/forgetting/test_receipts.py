import json
from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest

from retold.cli.output import plain
from retold.errors import InputError
from retold.forgetting import is_genuine, read_receipt, signed
from retold.records import ErasureReceipt, Scope

SECRET = b"s" * 32
RECEIPT = ErasureReceipt(
    id="r1",
    at=datetime(2026, 5, 4, 12, 30, tzinfo=UTC),
    scope=Scope(user="小明", agent="helper"),
    units=2,
    turns=1,
    turns_redacted=1,
    vectors=5,
    history=3,
    receipts=1,
    jobs=0,
    tombstones=9,
    unit_ids=("u1", "u2"),
    turn_ids=("t1",),
)


def test_a_signed_receipt_is_genuine_for_its_store_alone():
    receipt = signed(RECEIPT, SECRET)
    assert is_genuine(receipt, SECRET)
    assert not is_genuine(receipt, b"t" * 32)
    assert not is_genuine(RECEIPT, SECRET)
    assert signed(receipt, SECRET) == receipt


@pytest.mark.parametrize("name", [field.name for field in fields(ErasureReceipt)])
def test_every_field_is_under_the_signature(name):
    receipt = signed(RECEIPT, SECRET)
    value = getattr(receipt, name)
    other = {int: 77, str: "ü", tuple: ("u9",)}.get(type(value))
    if name == "at":
        other = datetime(2026, 5, 5, tzinfo=UTC)
    if name == "scope":
        other = Scope(user="小红", agent="helper")
    assert not is_genuine(replace(receipt, **{name: other}), SECRET)


def test_it_survives_being_printed_as_json():
    receipt = signed(RECEIPT, SECRET)
    read = read_receipt(json.loads(json.dumps(plain(receipt))))
    assert read == receipt
    assert is_genuine(read, SECRET)


@pytest.mark.parametrize("broken", [{"id": "r1"}, {}, {"at": 5}, {"at": "noon"}, {"scope": 7}])
def test_what_is_no_receipt_is_told(broken):
    whole = json.loads(json.dumps(plain(RECEIPT)))
    with pytest.raises(InputError, match="no receipt"):
        read_receipt(whole | broken if len(broken) == 1 and "id" not in broken else broken)

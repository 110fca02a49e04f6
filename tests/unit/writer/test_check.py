"""Acceptance 306: drift in a number, a name, an address, a denial or the person is found."""

import pytest

from retold.writer.check import Changed, drifts

SPEAKER = Changed(added=("the user", "用户"))


@pytest.mark.parametrize(
    ("source", "content", "language"),
    [
        ("I have 2 cats", "The user has 2 cats.", "en"),
        ("I don't eat meat", "The user doesn't eat meat.", "en"),
        ("I'm at a@b.org", "The user is at a@b.org.", "en"),
        ("My friend Jack Berg lives in Rome", "The user's friend Jack Berg lives in Rome.", "en"),
        ("我有两只猫", "用户有两只猫。", "zh"),
        ("我不吃肉", "用户不吃肉。", "zh"),
    ],
)
def test_a_faithful_unit(source, content, language):
    assert drifts(source, content, language=language, changed=SPEAKER) == ()


@pytest.mark.parametrize(
    ("source", "content", "language", "kind"),
    [
        ("I have 2 cats", "The user has 3 cats.", "en", "number"),
        ("I have two cats", "The user has cats.", "en", "number"),
        ("my budget is 3k", "The user's budget is 3500.", "en", "number"),
        ("我有两只猫", "用户有三只猫。", "zh", "number"),
        ("预算三千", "用户预算3500。", "zh", "number"),
        ("I met Jack Berg", "The user met John Berg.", "en", "name"),
        ("I met someone", "The user met Jack Berg.", "en", "name"),
        ("see https://a.org/x", "The user sees https://a.org/y.", "en", "address"),
        ("I'm at a@b.org", "The user is at a@c.org.", "en", "address"),
        ("I don't eat meat", "The user eats meat.", "en", "negation"),
        ("I eat meat", "The user does not eat meat.", "en", "negation"),
        ("我不吃肉", "用户吃肉。", "zh", "negation"),
        ("我吃肉", "用户从不吃肉。", "zh", "negation"),
        ("I eat meat", "I eat meat.", "en", "person"),
        ("我吃肉", "我吃肉。", "zh", "person"),
    ],
)
def test_a_planted_error(source, content, language, kind):
    assert kind in drifts(source, content, language=language, changed=SPEAKER)


def test_what_was_changed_on_purpose_is_no_drift():
    changed = Changed(added=("the user", "on 5 May 2026"), dropped=("yesterday",))
    source, content = "I went out yesterday", "The user went out on 5 May 2026."
    assert drifts(source, content, language="en", changed=changed) == ()
    assert drifts(source, content, language="en", changed=SPEAKER) == ("number",)

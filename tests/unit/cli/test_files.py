from retold.cli.files import named_apart, total_of
from retold.records import Restored, Said


def test_conversations_of_one_user_keep_ids_and_sessions_apart():
    said = [Said(text="a", id="1", session="s"), Said(text="b", id="2")]
    assert [(s.id, s.session) for s in named_apart(said, "c1")] == [
        ("c1/1", "c1/s"),
        ("c1/2", "c1"),
    ]


def test_sums_of_several_users():
    several = [
        Restored(turns=2, known=1, notes=("masked phone in the text",)),
        Restored(turns=3, erased=1, notes=("masked phone in the text", "another")),
    ]
    assert total_of(several) == Restored(
        turns=5, known=1, erased=1, notes=("masked phone in the text", "another")
    )

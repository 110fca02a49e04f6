from retold.evaluate.splits import in_split

LOCOMO = ["conv-26", "conv-30", "conv-41", "conv-42", "conv-43"]


def test_locomo_is_known_by_its_ids():
    assert in_split(LOCOMO, "tune") == ["conv-26", "conv-30", "conv-41"]
    assert in_split(LOCOMO, "test") == ["conv-42", "conv-43"]
    assert in_split(LOCOMO, "all") == LOCOMO


def test_other_sets_are_split_by_a_hash_that_is_the_same_everywhere():
    names = [f"c{i}" for i in range(1000)]
    tune, test = in_split(names, "tune"), in_split(names, "test")
    assert sorted(tune + test) == sorted(names)
    assert tune[:4] == ["c4", "c6", "c8", "c16"]
    assert 250 < len(tune) < 350

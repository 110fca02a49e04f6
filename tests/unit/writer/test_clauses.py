import pytest

from retold.writer.clauses import clauses


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I'm in Guangzhou and want a mini PC.", ["I'm in Guangzhou", "and want a mini PC."]),
        ("I live in Beijing, I work at Baidu and have two cats", ["I live in Beijing", "I work at Baidu", "and have two cats"]),
        ("I'm 30, vegan and allergic to nuts", ["I'm 30", "vegan", "and allergic to nuts"]),
        ("I moved to Berlin because I work at SAP", ["I moved to Berlin", "because I work at SAP"]),
        ("I used to love coffee but now I hate it", ["I used to love coffee", "but now I hate it"]),
        ("I've got a $5,000 budget, is it a good idea?", ["I've got a $5,000 budget", "is it a good idea?"]),
        ("I love hiking and camping", ["I love hiking and camping"]),
        ("I like to read and write", ["I like to read and write"]),
        ("My wife and my son like it", ["My wife and my son like it"]),
        ("my sister Anna and I live together", ["my sister Anna and I live together"]),
        ("If I move to Mars, I'd need a suit", ["If I move to Mars, I'd need a suit"]),
        ("When I was a kid, I lived in Rome", ["When I was a kid, I lived in Rome"]),
        ("I travel with my parents, who don't like walking", ["I travel with my parents, who don't like walking"]),
        ("My sister, who lives in Oslo, is a vet", ["My sister, who lives in Oslo, is a vet"]),
        ("My bike is broken, where can I get it fixed?", ["My bike is broken", "where can I get it fixed?"]),
        ("just so you know, I'm vegan", ["just so you know, I'm vegan"]),
        ('He said "I came, I saw" to me', ['He said "I came, I saw" to me']),
    ],
)  # fmt: skip
def test_english(sentence, expected):
    assert [clause.text for clause in clauses(sentence, "en")] == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("我在广州，想买个小主机", ["我在广州", "想买个小主机"]),
        ("我住广州 在腾讯上班 想换工作", ["我住广州", "在腾讯上班", "想换工作"]),
        ("数学不行但是特别喜欢历史", ["数学不行", "但是特别喜欢历史"]),
        ("我的同事，他是个讲师", ["我的同事，他是个讲师"]),
        ("比起咖啡，我更喜欢茶", ["比起咖啡，我更喜欢茶"]),
        ("王志强是我的叔叔，其身高是163cm", ["王志强是我的叔叔", "其身高是163cm"]),
        ("顺便说一下，我吃素", ["顺便说一下，我吃素"]),
        ("他说“我来，我看”", ["他说“我来，我看”"]),
    ],
)
def test_chinese(sentence, expected):
    assert [clause.text for clause in clauses(sentence, "zh")] == expected


def test_each_clause_is_a_slice_and_knows_whether_it_asks():
    sentence = "我在广州，有什么好吃的推荐吗？"
    first, second = clauses(sentence, "zh")
    assert [sentence[c.start : c.end] for c in (first, second)] == [first.text, second.text]
    assert (first.asks, second.asks) == (False, True)


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("My budget is 3000 and I live in Leeds.", ["My budget is 3000", "and I live in Leeds."]),
        ("My name is Ada and I'm 34.", ["My name is Ada", "and I'm 34."]),
        ("My brother Tom and I live in Leeds.", ["My brother Tom and I live in Leeds."]),
        ("My wife and I are vegans.", ["My wife and I are vegans."]),
    ],
)
def test_and_i_begins_a_clause_after_a_verb_and_joins_a_name_before_one(sentence, parts):
    assert [clause.text for clause in clauses(sentence, "en")] == parts

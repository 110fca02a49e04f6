import pytest

from retold.records import Action, Owner


def ask(talk, question, answer):
    talk.say(question, role="assistant")
    return talk.say(answer)


@pytest.mark.parametrize(
    ("question", "answer", "content"),
    [
        ("What's your budget?", "around 3000", "The user's budget is around 3000."),
        ("And where do you live?", "Guangzhou", "The user lives in Guangzhou."),
        ("Any allergies?", "peanuts", "The user is allergic to peanuts."),
        ("What do you do for a living?", "nurse", "The user works as a nurse."),
        ("What do you do for a living?", "an engineer", "The user works as an engineer."),
        ("您的预算是多少？", "三千左右", "用户预算三千左右。"),
        ("你住在哪个城市？", "广州", "用户住在广州。"),
        ("你是做什么工作的？", "护士", "用户是护士。"),
    ],
)
def test_a_short_answer_fills_the_frame_of_its_question(talk, question, answer, content):
    ask(talk, question, answer)
    (unit,) = talk.units()
    assert unit.content == content
    assert [source.turn_id for source in unit.sources] == ["t1", "t0"]


@pytest.mark.parametrize(
    ("statement", "yes", "content"),
    [
        ("So you're allergic to peanuts, right?", "yes", "The user is allergic to peanuts."),
        ("You live in Oslo.", "that's right", "The user lives in Oslo."),
        ("所以你对花生过敏，对吗？", "对", "用户对花生过敏。"),
    ],
)
def test_a_confirmed_statement_is_the_users_own(talk, statement, yes, content):
    ask(talk, statement, yes)
    assert talk.contents() == [content]


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("So you're allergic to peanuts, right?", "no"),
        ("Are you allergic to peanuts?", "yes"),
        ("Peanuts are dangerous.", "yes"),
        ("Do you have pets?", "no"),
        ("Shall I go on?", "the second one"),
        ("Where do you live?", "why do you ask?"),
        ("关火了吗？", "关了关了"),
        ("Did it arrive?", "just woke up lol"),
    ],
)
def test_what_confirms_nothing(talk, statement, answer):
    ask(talk, statement, answer)
    assert talk.units() == []


@pytest.mark.parametrize(
    ("question", "answer", "content"),
    [
        (
            "How much memory does it have?",
            "4 gigs",
            'Asked "How much memory does it have?", the user said: "4 gigs"',
        ),
        ("Which side hurts?", "left", 'Asked "Which side hurts?", the user said: "left"'),
        ("几点出发？", "早上8点", "被问到“几点出发？”时，用户说：“早上8点”"),
    ],
)
def test_an_answer_that_only_its_question_explains_is_quoted_with_it(
    talk, question, answer, content
):
    (outcome,) = ask(talk, question, answer)
    (unit,) = talk.units()
    assert unit.content == content
    assert (outcome.action, outcome.rule) == (Action.KEPT, "answer to a question")
    assert [source.turn_id for source in unit.sources] == ["t1", "t0"]


@pytest.mark.parametrize(
    "promise",
    [
        "I'll remind you on Friday at 9.",
        "Sure, I'll send you the list tomorrow.",
        "Our engineer will call you tomorrow between 10 and 12.",
        "好的，我会在周五提醒您。",
        "到10月底之前，我每周一给你发一份练习。",
    ],
)
def test_promises(talk, promise):
    talk.say(promise, role="assistant")
    (unit,) = talk.units()
    assert unit.owner is Owner.ASSISTANT
    assert unit.subject == "assistant"


@pytest.mark.parametrize(
    "chatter",
    [
        "I'll explain how it works.",
        "I'll keep that in mind.",
        "Shall I remind you tomorrow?",
        "You will love Rome.",
        "我会详细解释。",
        "需要我明天提醒您吗？",
        "建议您多喝水。",
    ],
)
def test_chatter(talk, chatter):
    talk.say(chatter, role="assistant")
    assert talk.units() == []

import pytest

from retold.forgetting import topic_to_forget, wish_about_conversation, wish_about_keeping

STOP = [
    "Don't save what I say.",
    "don’t save what I say",
    "Please don't remember anything I tell you",
    "From now on, don't record anything",
    "Stop remembering what I say!",
    "Could you please stop saving my messages",
    "Do not keep my personal information.",
    "Don't save anything from now on.",
    "I'd like you to stop recording what I say",
    "Turn off your memory",
    "My brother is ill. Please don't save what I say.",
    "我弟弟病了。别记我的信息。",
    "别记我的信息",
    "从现在开始别记录",
    "请不要保存我说的话。",
    "以后别记我说的话了",
    "不要再记录我的信息",
    "别把我说的话记下来",
    "我说的话别记",
    "別記我的資料",
    "停止记录我的聊天内容",
    "从现在起，不要保存任何信息",
]
BACK = [
    "You can remember again.",
    "you may save what I say again",
    "OK, you can start remembering things again",
    "Start remembering what I say",
    "resume saving",
    "Turn your memory back on",
    "You can remember again. I moved to Bergen.",
    "可以继续记了。我搬到杭州了。",
    "可以继续记了",
    "你可以记了",
    "现在可以重新开始记录了。",
    "恢复记录",
    "继续记录吧",
    "可以繼續記了",
]
NEITHER = [
    "Don't save this.",
    "Don't save what I said about Tom.",
    "Don't remember my birthday wrong.",
    "Why don't you save what I say?",
    'She told me: "don\'t save what I say"',
    "I never save what I say to the file.",
    "Don't forget what I say.",
    "I don't remember what I say in my sleep.",
    "Can you remember again what my name is?",
    "My memory is off today.",
    "I stopped keeping my messages.",
    "Don't write down what I say in the minutes of the meeting.",
    "别记错我的生日",
    "别忘了我的信息",
    "别记我的生日",
    "这段别记",
    "接下来这段别存",
    "他说别记我的信息",
    "你怎么不记我的信息",
    "我记不住我说的话",
    "我可以继续记账了",
    "继续",
    "",
    "别记我的信息" * 40,
    "The letter says:\nDo not store my data.\nCan you answer it?",
    "他的原话是：你好。别记我的信息。",
]


STOP_HERE = [
    "Don't keep what I say in this conversation.",
    "Please don't save this conversation",
    "Don't record this chat!",
    "Stop recording this session.",
    "Let's keep this off the record.",
    "This chat is off the record",
    "don't remember anything I say here",
    "My brother is ill. Please don't save this conversation.",
    "不要记录这次对话",
    "这次对话别记",
    "这段聊天不要保存",
    "别把这次对话记下来",
    "请不要记住这次聊天的内容",
    "这次对话里我说的话不要记录",
    "我弟弟病了。这次对话别记。",
    "這次對話別記",
]
BACK_HERE = [
    "You can save this conversation again.",
    "you may now record our chat",
    "这次对话可以继续记了",
    "可以继续记这次对话了。",
]
NEITHER_HERE = [
    *("Don't keep this chat open", "Don't record our conversation with Tom", "Don't save this."),
    *("The band keeps this off the record", "Can you save this conversation?", "Save it."),
    *(
        "这次聊天我记不住了",
        "我们这次对话记录在哪",
        "这段别记",
        "他说这次对话别记",
        "你怎么不记这次对话",
    ),
]


@pytest.mark.parametrize("text", STOP_HERE)
def test_508_a_wish_that_nothing_of_this_conversation_be_kept(text):
    assert wish_about_conversation(text) is False
    assert wish_about_keeping(text) is None


@pytest.mark.parametrize("text", BACK_HERE)
def test_508_a_wish_that_this_conversation_be_kept_again(text):
    assert wish_about_conversation(text) is True


@pytest.mark.parametrize("text", [*NEITHER_HERE, *STOP, *BACK, *NEITHER])
def test_508_what_is_no_wish_about_this_conversation(text):
    assert wish_about_conversation(text) is None


@pytest.mark.parametrize("text", STOP)
def test_508_a_wish_that_nothing_be_kept(text):
    assert wish_about_keeping(text) is False


@pytest.mark.parametrize("text", BACK)
def test_508_a_wish_that_it_be_kept_again(text):
    assert wish_about_keeping(text) is True


@pytest.mark.parametrize("text", NEITHER)
def test_what_is_no_such_wish(text):
    assert wish_about_keeping(text) is None


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Forget my address", "my address"),
        ("please forget about my ex-husband.", "my ex-husband"),
        ("Could you delete everything you know about my health?", None),
        ("Delete everything you know about my health", "my health"),
        ("Forget that I live in Oslo", "that I live in Oslo"),
        ("forget where I work from your memory", "where I work"),
        ("忘掉我的地址", "我的地址"),
        ("请忘记我的生日吧。", "我的生日"),
        ("把我的电话号码忘了", "我的电话号码"),
        ("删除关于我前夫的记录", "我前夫"),
        ("請忘記我的生日", "我的生日"),
    ],
)
def test_506_what_is_to_be_forgotten(text, topic):
    assert topic_to_forget(text) == topic


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget my birthday",
        "I forgot my address",
        "forget it",
        "Forget what I just said",
        "Never forget my mother's cooking",
        "别忘了我的生日",
        "我忘了我的地址",
        "忘记我的密码了怎么办",
        "忘了我的钥匙在哪",
        "忘掉我刚说的",
        "",
    ],
)
def test_what_asks_for_no_forgetting(text):
    assert topic_to_forget(text) is None

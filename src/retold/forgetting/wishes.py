"""What users say about forgetting: that nothing be kept, that it be kept again, what to forget.

Each is a sentence of its own in a short message. A wish for one sentence ("don't save this") is
none for all that comes, and is the writer's to heed. Pure.
"""

from __future__ import annotations

import re

from retold.text.normal import plain
from retold.text.sentences import sentences

# Who wishes something does not write an essay about it; longer messages are not looked at.
_MOST_CHARACTERS = 200

_POLITE_EN = (
    r"(?:(?:hey|hi|ok|okay|alright|so|well|and|also|but|actually|please|kindly|just|(?:can|could"
    r"|would|will) you(?: please)?|i(?:'d| would)? (?:want|like|prefer|need|ask) you to)[, ]+)*"
)
_LASTING_EN = r"(?:from now on|from here on|starting now|from today(?: on)?|in (?:the )?future)"
_KEEP_EN = r"(?:save|store|record|remember|keep|log|memori[sz]e|collect|note down|write down)"
_KEEPING_EN = (
    r"(?:sav|stor|record|remember|keep|logg|memori[sz]|collect|not|writ)ing(?: down)?"
    r"(?: track of)?"
)
_SAID_EN = (
    r"(?:(?:any of |all (?:of )?)?(?:what(?:ever)?|anything|everything|things)(?: that)? (?:i|we)"
    r" (?:say|tell you|write|type|talk about)|(?:anything|everything|things|stuff) about me"
    r"|(?:any of |all )?my (?:info|information|personal (?:info|information|data|details)|data"
    r"|details|messages|words|chats?|conversations?)|(?:our|this|these) (?:chats|conversations))"
)
_END_EN = (
    r"(?: (?:any ?more|any longer|at all|again|please|ok|okay|thanks|thank you"
    rf"|{_LASTING_EN}))*[.!]*$"
)
_NO_EN = r"(?:don't|do not|dont|never|you (?:should|must|may)(?: not|n't))"
_STOP_EN = (
    rf"{_NO_EN} (?:ever )?{_KEEP_EN} {_SAID_EN}{_END_EN}",
    rf"(?:stop|quit) {_KEEPING_EN} {_SAID_EN}{_END_EN}",
    (
        rf"{_LASTING_EN},? (?:please )?{_NO_EN} (?:ever )?{_KEEP_EN} (?:{_SAID_EN}|anything|me)"
        rf"{_END_EN}"
    ),
    rf"{_NO_EN} {_KEEP_EN} anything,? {_LASTING_EN}{_END_EN}",
    rf"(?:turn|switch) (?:off (?:your|the) memory|(?:your|the) memory off){_END_EN}",
)
_BACK_EN = (
    (
        rf"(?:yes,? )?you (?:can|may) (?:now )?(?:start to |go back to )?"
        rf"(?:{_KEEP_EN}|{_KEEPING_EN})(?: {_SAID_EN}| things| me)? (?:again|now)[.!]*$"
    ),
    (
        rf"(?:you (?:can|may) )?(?:now )?(?:start|resume|go back to) {_KEEPING_EN}"
        rf"(?: {_SAID_EN}| things| me)?(?: again| now)*[.!]*$"
    ),
    rf"{_KEEP_EN} {_SAID_EN} again[.!]*$",
    (
        r"(?:turn|switch) (?:(?:your|the) memory (?:back )?on|(?:back )?on (?:your|the) memory)"
        r"(?: again)?[.!]*$"
    ),
)

_TALK_EN = r"(?:chat|conversation|session|talk|discussion)"
_HERE_EN = (
    rf"(?:(?:any of |anything (?:from|in|of) )?(?:this|our) {_TALK_EN}|(?:{_SAID_EN}|anything)"
    rf" (?:here|(?:in|during) this {_TALK_EN})|anything (?:i|we) (?:say|tell you|write) (?:here|"
    rf"(?:in|during) this {_TALK_EN}))"
)
_STOP_HERE_EN = (
    rf"{_NO_EN} (?:ever )?{_KEEP_EN} {_HERE_EN}{_END_EN}",
    rf"(?:stop|quit) {_KEEPING_EN} {_HERE_EN}{_END_EN}",
    rf"(?:let's |let us )?keep this(?: {_TALK_EN})? off the record{_END_EN}",
    rf"this {_TALK_EN} is off the record{_END_EN}",
)
_BACK_HERE_EN = (
    rf"(?:yes,? )?you (?:can|may) (?:now )?{_KEEP_EN} {_HERE_EN}(?: again| now)*[.!]*$",
)

_POLITE_ZH = r"(?:请|麻烦|拜托|那|好的?|嗯|喂|你|您|我(?:希望|想让|要求|想)|先|都|就|也|,|\s)*"
_LASTING_ZH = (
    r"(?:从现在(?:开始|起)|从今(?:天|往)?(?:以)?(?:后|开始|起)|以后|今后|往后|从此(?:以后)?)"
)
_NO_ZH = (
    r"(?:(?:别|不要|不用|不许|不准|不得|请勿|勿|停止|禁止|不能)(?:再|去|继续)?(?:帮我|给我|替我)?)"
)
_KEEP_ZH = r"(?:记录|记住|记下|记忆|记|保存|存储|储存|存|收集|留存|保留)(?:下来|下|住|着)?"
_SAID_ZH = (
    r"(?:我(?:们)?(?:(?:以后|今后)?(?:说|讲|聊)的(?:任何|所有|一切)?(?:话|内容|东西|事情?|一切)?"
    r"|的(?:任何|所有|一切)?(?:个人)?(?:信息|资料|数据|话|内容|隐私|资讯|情况|聊天(?:记录|内容)?"
    r"|对话(?:内容)?))?|(?:关于我的)?任何(?:关于我的)?(?:信息|内容|东西|事情?|话|资料))"
)
_END_ZH = r"(?:了|啦|吧|哦|好吗|好吧|谢谢)*[.!,。]*$"
_STOP_ZH = (
    rf"(?:{_LASTING_ZH}{_POLITE_ZH})?{_NO_ZH}{_KEEP_ZH}{_SAID_ZH}{_END_ZH}",
    rf"{_LASTING_ZH}{_POLITE_ZH}{_NO_ZH}{_KEEP_ZH}{_END_ZH}",
    rf"(?:{_LASTING_ZH}{_POLITE_ZH})?{_NO_ZH}把{_SAID_ZH}(?:都|给)*{_KEEP_ZH}{_END_ZH}",
    rf"(?:{_LASTING_ZH}{_POLITE_ZH})?{_SAID_ZH}(?:{_LASTING_ZH})?(?:都|就|也)*{_NO_ZH}{_KEEP_ZH}{_END_ZH}",
    rf"(?:关闭|关掉|停用)(?:你的)?(?:记忆|记录)(?:功能)?{_END_ZH}",
)
_BACK_ZH = (
    rf"(?:现在|又)?(?:可以|能)(?:又|再|继续|重新|接着|开始)*{_KEEP_ZH}{_SAID_ZH}?(?:了|啦)[.!。]*$",
    rf"(?:现在|可以|能|又|再)*(?:继续|重新|恢复|接着)(?:开始)?{_KEEP_ZH}{_SAID_ZH}?{_END_ZH}",
    rf"(?:打开|开启|恢复)(?:你的)?(?:记忆|记录)(?:功能)?{_END_ZH}",
)

_HERE_ZH = (
    r"(?:我们)?(?:这一?(?:次|段|个|场)?|本次)的?(?:对话|聊天|会话|谈话)"
    r"(?:里|中|里面|当中)?(?:我(?:们)?(?:说|讲|聊)的?)?的?(?:任何|所有|一切)?(?:话|内容|东西|信息)?"
)
_STOP_HERE_ZH = (
    rf"{_NO_ZH}{_KEEP_ZH}{_HERE_ZH}{_END_ZH}",
    rf"{_NO_ZH}把{_HERE_ZH}(?:都|给)*{_KEEP_ZH}{_END_ZH}",
    rf"{_HERE_ZH}(?:请|都|就|也|,|\s)*{_NO_ZH}{_KEEP_ZH}(?:{_SAID_ZH})?{_END_ZH}",
)
_BACK_HERE_ZH = (
    (
        rf"{_HERE_ZH}(?:现在|又|,)*(?:可以|能)(?:又|再|继续|重新|接着|开始)*{_KEEP_ZH}(?:了|啦)?"
        r"[.!。]*$"
    ),
    rf"(?:现在)?(?:可以|能)(?:又|再|继续|重新|接着|开始)*{_KEEP_ZH}{_HERE_ZH}(?:了|啦)[.!。]*$",
)

_TOPIC_EN = (
    r"(?P<topic>(?:my|our) .+?|(?:that|where|when|who|how|which) (?:i|my|we|our)\b.+?"
    r"|what (?:i|my) (?!(?:just )?sa(?:id|y)).+?)"
)
_FORGET_EN = (
    r"(?:forget|erase|delete|remove|wipe)(?: all| everything)?(?: (?:that )?you know)?(?: about)?"
    rf" {_TOPIC_EN}(?: from (?:your|the) memory)?[.!]*$"
)
_TOPIC_ZH = r"(?P<topic>我(?!刚|说的|讲的|上[一句面]).+?)"
_FORGET_ZH = (
    (
        rf"(?:忘掉|忘记|删掉|删除|抹掉|抹去|清除)(?:所有)?(?:关于|有关)?{_TOPIC_ZH}(?:的(?:记忆|记录))?"
        r"(?:吧|好吗)?[.!。]*$"
    ),
    (
        rf"把(?:所有)?(?:关于|有关)?{_TOPIC_ZH}(?:的(?:记忆|记录))?(?:都|全部|全|给)*"
        r"(?:忘掉|忘记|忘了|删掉|删除|删了|抹掉|抹去|清除)(?:吧|掉|好吗)?[.!。]*$"
    ),
)
# Words of which every wish about keeping has one.
_NAMED = re.compile(
    r"\b(?:sav|stor|record|remember|keep|log|memor|collect|not|writ|down)|[记存留]|收集",
    re.IGNORECASE,
)
_PASTED = re.compile(r"[\n\"'“”‘’「」『』:：](?!t\b|d\b|m\b|s\b|re\b)")
_ASKING = re.compile(r"[?？]|怎么|吗")


def _pattern(english: tuple[str, ...], chinese: tuple[str, ...]) -> re.Pattern[str]:
    either = f"^{_POLITE_EN}(?:{'|'.join(english)})|^{_POLITE_ZH}(?:{'|'.join(chinese)})"
    return re.compile(either, re.IGNORECASE)


_STOP = _pattern(_STOP_EN, _STOP_ZH)
_BACK = _pattern(_BACK_EN, _BACK_ZH)
_STOP_HERE = _pattern(_STOP_HERE_EN, _STOP_HERE_ZH)
_BACK_HERE = _pattern(_BACK_HERE_EN, _BACK_HERE_ZH)
_FORGET = (
    re.compile(f"^{_POLITE_EN}{_FORGET_EN}", re.IGNORECASE),
    *(re.compile(f"^{_POLITE_ZH}{part}") for part in _FORGET_ZH),
)


def wish_about_keeping(text: str) -> bool | None:
    """False for "don't save what I say", True for "you can remember again", None for all else.

    The same in Chinese: 别记我的信息, 可以继续记了.
    """
    return _wish(text, _STOP, _BACK)


def wish_about_conversation(text: str) -> bool | None:
    """The same of the present conversation alone: "don't save this conversation", 这次对话别记."""
    return _wish(text, _STOP_HERE, _BACK_HERE)


def _wish(text: str, stop: re.Pattern[str], back: re.Pattern[str]) -> bool | None:
    said = _short(text)
    if not _NAMED.search(said):
        return None
    # Beside other sentences too, but not inside a text that somebody pasted or quotes.
    parts = [said] if _PASTED.search(said) else [said, *(span.text for span in sentences(said))]
    if any(stop.search(part) for part in parts):
        return False
    return True if any(back.search(part) for part in parts) else None


def topic_to_forget(text: str) -> str | None:
    """What a message asks to forget: "my address" of "forget my address", 我的地址 of 忘掉我的地址.

    None where it asks for nothing of the kind.
    """
    said = _short(text)
    if not said or _ASKING.search(said):
        return None
    for pattern in _FORGET:
        if (found := pattern.search(said)) is not None:
            start, end = found.span("topic")
            return text.strip()[start:end].strip()
    return None


def _short(text: str) -> str:
    stripped = text.strip()
    return plain(stripped) if len(stripped) <= _MOST_CHARACTERS else ""

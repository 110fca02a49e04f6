"""What never becomes a memory, by rules, before anything is scored.

Each rule has a name, which receipts show. Rules look at a whole turn, at blocks of it, at a
sentence, or at a clause. Wishes of the user come first: "remember this" lets a sentence pass the
threshold (never the rules below), "don't save that" refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from retold.records import Speaking
from retold.text.language import HAN, Language
from retold.text.secrets import find_secrets

# Shorter than this nothing tells a fact: two Chinese characters, or three letters.
LEAST_HAN = 3
LEAST_LETTERS = 5
# Characters that stand for what was masked or erased.
_BLANKED = re.compile(r"[█•*]{3,}|\[(?:redacted|masked)\]", re.IGNORECASE)

_REMEMBER = re.compile(
    r"\b(?:please |pls |can you |could you )?(?:remember (?:this|that|my|i\b|i'm|for)|(?<!don't )remember:|make a note|note (?:this|that|down)|"
    r"keep (?:this|that|it) in mind|keep in mind|don't forget|save this|bear in mind|for the record|fyi|just so you know)\b|"
    r"记住|记一下|记下|记着|记好|别忘了|不要忘|请记|帮我记",
    re.IGNORECASE,
)
_DO_NOT_SAVE = re.compile(
    r"\b(?:do not|don't|dont|never|please don't|no need to) (?:save|store|remember|record|keep|memori[sz]e|note|log) "
    r"(?:this|that|it|any|what|my|the|anything|these|those|me)\b|\boff the record\b|\bforget (?:that|this|it|what i (?:just )?said)\b(?! (?:i|my|we))|"
    r"\bbetween (?:you and me|us) only\b|(?:别|不要|不用|无需|请勿|不许|勿)(?:帮我)?(?:记|保存|存|存储|记录|记住|记下|留存)(?!得|错)(?:住|下|录|我|这|那|了|下来|任何|$|[，。！\s])|"
    r"(?:忘掉|忘了|忘记|删掉)(?:这个|那个|这句|刚才|刚刚|我刚|我说的)|当我没说",
    re.IGNORECASE,
)
_JOKE = re.compile(
    r"\b(?:just kidding|only kidding|jk|j/k|i'm kidding|i was kidding|i'm joking|just joking|kidding!|not really lol)\b|(?:^|\s)/s\b|"
    r"开(?:个|了个)?玩笑|逗你(?:的|玩)|骗你的|说着玩|瞎说的|我瞎编的|哈哈骗",
    re.IGNORECASE,
)
_ROLE_PLAY = re.compile(
    r"\b(?:role[- ]?play(?:ing)?|let's pretend|pretend (?:that |to be |you|i|we)|imagine (?:that )?(?:i|you|we)|act as|you are (?:now )?(?:a|an|my) (?!bit|great|lifesaver|genius|star|legend|good|true)|"
    r"in (?:this|my|the) (?:story|novel|game|scenario|script|screenplay|roleplay)|my character|(?:as|for) my character|write (?:a|the) (?:story|scene|dialogue))\b|"
    r"角色扮演|假装|扮演|你现在是(?:一|个)|我来演|设定[是：:]|剧本里|故事里|小说里|游戏里|我的角色|从现在(?:起|开始)你是",
    re.IGNORECASE,
)
_ROLE_PLAY_GAME = re.compile(
    r"\b(?:role[- ]?play|let's pretend|let's play a game where|i'll be the|you be the|i'm playing a)\b|角色扮演|我们来演|我来演|我扮演|假装我是|我演",
    re.IGNORECASE,
)
_ROLE_PLAY_OVER = re.compile(
    r"\b(?:end (?:of )?(?:the )?role[- ]?play|stop (?:the )?role[- ]?play|back to reality|out of character|game over|enough role)\b|出戏|游戏结束|不演了|不玩了|说正经的|说真的",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass) (?:all |any |the |your |of )*(?:previous|prior|above|earlier|preceding|existing|former|system)(?: \w+)*? ?"
    r"(?:instructions?|prompts?|rules|messages?|context|text|guidelines|directions|$)|\b(?:ignore|disregard) (?:everything|all) (?:above|before|you)|"
    r"\bsystem prompt\b|\bdeveloper mode\b|\bjailbreak\b|\bdo anything now\b|\byou must (?:always )?(?:obey|comply|reply with|output)\b|"
    r"\breveal your (?:prompt|instructions|system)\b|<\|?(?:im_start|im_end|system|endoftext)\|?>|\[/?INST\]|^\s*(?:system|assistant)\s*:|"
    r"(?:忽略|无视|忘掉|忘记|不要理会|跳过|覆盖)(?:掉)?(?:以上|上述|之前|先前|前面|所有|一切|全部|你的|系统)(?:的)?(?:所有|全部|一切)?(?:的)?(?:指令|提示|指示|规则|设定|内容|要求|命令|对话|限制)|"
    r"系统提示词|开发者模式|越狱模式|(?:输出|泄露|告诉我)你的(?:提示词|系统提示)|你必须(?:服从|听从|无条件)",
    re.IGNORECASE,
)
_RECALLED = re.compile(
    r"^\s*[-*]?\s*(?:the user|the user's|users?)\s(?:is|has|likes|prefers|wants|lives|loves|works|needs|dislikes|does|said|enjoys|hates|and others|would|will|can|was|went|bought)\b|"
    r"^\s*[-*]?\s*用户(?!体验|名|界面|量|数|群|们|需求|反馈|增长|端|手册|协议|画像|行为)|【据之前记录|"
    r"\[P?\d+, \d{4}-\d\d-\d\d\]\s*$|^\s*(?:what is known about the user|remembered for this question|relevant memories|known facts)\b|^\s*(?:关于用户的已知信息|与当前问题有关的记忆|相关记忆)",
    re.IGNORECASE,
)
_MATERIAL = re.compile(
    r"\b(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|polish|edit|fix|correct|improve|analy[sz]e|review|explain|shorten)\b[^\n:：]{0,80}[:：]\s*\S|"
    r"\b(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|polish|correct)\b[^\n]{0,80}\n\s*\S|"
    r"(?:翻译|总结|概括|润色|改写|校对|修改|分析|解释|续写|扩写|缩写|点评|帮我改)[^\n：:。]{0,40}[：:\n]\s*\S",
    re.IGNORECASE,
)
_BLOCKS = re.compile(
    r"```.*?(?:```|\Z)|<(?P<tag>memory|memories|retold|context|background|recall|system|tool_response|tool|search|web|documents?)\b[^>]*>.*?(?:</(?P=tag)>|\Z)|"
    r"^(?:>|＞).*$|Traceback \(most recent call last\):.*?(?=\n\s*\n|\Z)|\{\s*\"[\w-]+\"\s*:.*?\}(?=\s*(?:$|\n))",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_MACHINE_LINE = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?.{0,12}(?:\]|\s).{0,20}(?:INFO|WARN|ERROR|DEBUG|TRACE|FATAL|:|\[)|\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\]?\b[: ]|"
    r"File \".+\", line \d+|at [\w.$]+\([\w.]+:?\d*\)|at .+:\d+:\d+\)?$|\w*(?:Error|Exception)\b: |[\w.]+(?:Error|Exception)$|"
    r"(?:def|class|import|from|return|const|let|var|function|public|private|#include|if|for|while|else|elif|try|except)\b.*[:;{(]\s*$|"
    r"[\w.\[\]]+\s*(?:=|\+=|:=)\s*.*[\w\])};,'\"]\s*;?$|[{}\[\]();,]+\s*$|\"[\w-]+\"\s*:\s*.+,?\s*$|\$ \w+|(?:sudo|npm|pip|git|docker|kubectl|curl|cd|ls) [\w./@-]+|"
    r"(?:GET|POST|PUT|DELETE|PATCH) /|HTTP/\d|<\/?\w+[^>]*>|SELECT .+ FROM |\d{1,3}(?:\.\d{1,3}){3} |(?:[0-9a-f]{2} ){6,})",
    re.IGNORECASE,
)
_SYMBOLS = re.compile(r"[{}<>;=_|\\$#\[\]`^]")


@dataclass(frozen=True, slots=True)
class Barred:
    """Characters `start` to `end` of a turn that no unit may come from, and by which rule."""

    start: int
    end: int
    rule: str


def refused_turn(text: str, role: Speaking) -> str:
    """The rule by which a whole turn is refused, or the empty text."""
    if role in (Speaking.SYSTEM, Speaking.TOOL):
        return "system or tool text"
    if _INSTRUCTION.search(text):
        return "stored instruction"
    if _DO_NOT_SAVE.search(text):
        return "the user asked not to save it"
    if _JOKE.search(text):
        return "joke"
    if _ROLE_PLAY.search(text):
        return "role play"
    return "pasted text" if _is_machine_made(text) else ""


def barred(text: str) -> tuple[Barred, ...]:
    """The blocks of a turn that are pasted, recalled or secret."""
    found = [Barred(m.start(), m.end(), _block_rule(m.group())) for m in _BLOCKS.finditer(text)]
    material = _MATERIAL.search(text)
    if material:
        found.append(Barred(material.start(), len(text), "material to work on"))
    found += [Barred(s.start, s.end, "secret") for s in find_secrets(text)]
    found += [Barred(m.start(), m.end(), "masked or erased text") for m in _BLANKED.finditer(text)]
    return tuple(found)


def bars(blocks: Iterable[Barred], start: int, end: int) -> str:
    """The rule of the first block that touches these characters, or the empty text."""
    return next((b.rule for b in blocks if b.start < end and start < b.end), "")


def is_role_play(texts: Iterable[str]) -> bool:
    """Whether a game of roles was begun in these turns, oldest first, and not ended."""
    playing = False
    for text in texts:
        if _ROLE_PLAY_OVER.search(text):
            playing = False
        elif _ROLE_PLAY_GAME.search(text):
            playing = True
    return playing


def takes_back(text: str) -> str:
    """The rule by which this short turn takes back the one before it, or the empty text."""
    if len(text) > 60:
        return ""
    if _DO_NOT_SAVE.search(text):
        return "the user asked not to save it"
    return "joke" if _JOKE.search(text) else ""


def wants_memory(text: str) -> bool:
    """Whether the user asks to remember what the text says."""
    return _REMEMBER.search(text) is not None and _DO_NOT_SAVE.search(text) is None


def _block_rule(text: str) -> str:
    if text.startswith("<"):
        return "recalled text"
    return "quotation" if text[0] in ">＞" else "pasted text"


def _is_machine_made(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return False
    made = sum(_MACHINE_LINE.match(line) is not None for line in lines)
    # Half of the lines: a log with a word of comment above it is still a log.
    return made * 2 >= len(lines)


# ── Sentences ──────────────────────────────────────────────────────────────────────────────────

_NOTHING_EN = (
    r"(?:oh|ah|aw+|hey+|hi+|hello|yo|sup|howdy|good (?:morning|afternoon|evening|night|day)|greetings|welcome|ok(?:ay)?|k+|kk|yes|yeah|yep|yup|yea|no|nope|nah|sure|right|"
    r"exactly|definitely|absolutely|totally|true|correct|agreed|indeed|fine|great|good|nice|cool|awesome|amazing|wow|perfect|excellent|wonderful|lovely|fantastic|brilliant|sweet|"
    r"ha+h?(?:ha)*|he+he+|lol|lmao|rofl|omg|hmm+|um+|uh+|er+|well|so|anyway|alright|got it|gotcha|i see|makes sense|sounds (?:good|great|fun|amazing|awesome|nice|like a plan)|"
    r"no (?:problem|worries|way|thanks)|never ?mind|thank(?:s| you)(?: (?:so much|a lot|very much|a bunch|again|for .{1,60}|you|in advance|,? ?\w+))*|thx|ty|tysm|cheers|much appreciated|"
    r"i appreciate (?:it|that|your .{1,40}|you)|you(?:'re| are) (?:welcome|right|the best|awesome|amazing|so (?:sweet|kind|right))|my pleasure|bye+|goodbye|see (?:you|ya)(?: \w+)*|"
    r"talk (?:to you )?(?:later|soon)|take care|have a (?:good|great|nice) \w+(?: \w+)?|good luck|congrat(?:s|ulations)(?: .{1,40})?|of course|please|sorry|my bad|oops|whatever|idk|"
    r"i (?:don't know|do not know|guess|think so|hope so|agree|understand|know|totally agree|get it)|same(?: here)?|me (?:too|neither)|that(?:'s| is| was| sounds) .{1,40}|long time no see|"
    r"how(?:'s| is| are) (?:it going|you|things|everything).*|what's up|let me (?:know|think|see)(?: .{1,30})?|go (?:on|ahead)|keep going|continue|next|again|done|test(?:ing)?|"
    r"can't wait|interesting|really|seriously|i'm (?:good|fine|ok|okay|great|well|back|here|in|sorry|sure|not sure)(?:,? thanks?.*)?|way to go.*|good (?:job|one|point|idea|call|question)|"
    r"keep (?:it )?up.*|well done.*|nice (?:one|work|to (?:meet|see|hear).*)|happy (?:birthday|new year|to help).*|glad .{1,60}|you got this.*|hang in there.*)"
)
_NOTHING_ZH = (
    r"(?:嗯+|哦+|噢+|喔+|啊+|呃+|额+|哈+|呵+|嘿+|嘻+|唉+|哎呀?|诶|欸|哇+塞?|你好呀?|您好|大家好|早上?好?|早安|晚安|晚上好|中午好|下午好|拜拜?|再见|回见|谢谢?(?:你|您|啦|了|大家|老师|亲)?|多谢|感谢(?:你|您|分享)?|"
    r"辛苦了?|麻烦(?:你|您)?了|不客气|没关系|没事儿?|不用谢|好+的?(?:呀|吧|嘞|哒|滴|啊|呢|了)?|行(?:吧|啊|的|呀)?|可以(?:的|啊|呀)?|没问题|没毛病|是(?:的|啊|吗|呀|吧|滴|哒)?|对(?:的|啊|呀|对|吧|哦)?|"
    r"不(?:是|对|行|要|用|会吧)?(?:的|了|啊|吧)?|没有?(?:的|了|啊)?|知道了?|明白了?|懂了?|了解了?|收到|确实|的确|真的(?:吗|啊|假的)?|当然(?:了|啦)?|必须的?|太(?:好|棒|赞|厉害|强|牛)了?|厉害了?|牛(?:逼|啊)?|"
    r"棒|赞|加油|恭喜(?:你|恭喜)?|生日快乐|新年快乐|节日快乐|有意思|有道理|原来如此|这样啊|这样子?|那好吧?|那行|算了|随便|无所谓|继续|下一个|然后呢|接着说?|再来一个|等等|等一下|稍等|在吗|在的?|"
    r"辛苦啦|晚点聊|回头聊|下次聊|先这样|就这样|哈喽|hello|hi|ok|okay|好嘞|嗨|喂|我在|来了|走了|睡了|先忙|去忙吧|收工|测试|是这样|不错|还行|一般|挺好的?|真好|好看|好吃|可爱|好玩|笑死(?:我了)?|救命|绝了|无语|6+)"
)
# A bounded number of them in a row without a mark between: ok thanks bye.
_EMPTY_EN = re.compile(rf"{_NOTHING_EN}(?:\s+{_NOTHING_EN}){{0,3}}(?:\s+(?-i:[A-Z])\w+)?", re.IGNORECASE)
_EMPTY_ZH = re.compile(rf"(?:{_NOTHING_ZH}\s*){{1,4}}", re.IGNORECASE)
_MARKS = re.compile(r"[\s]*[，,。.！!？?~～…、；;：:\"“”()（）–—\U0001F000-\U0001FAFF☀-➿️❤]+[\s]*")
# "Thanks, Mel": whom it is said to adds nothing.
_ONE_NAME = re.compile(r"[A-Z][a-z]+|[\u4e00-\u9fff]{1,3}")
# Empty talk is short; what is longer says something, or is refused by its score.
_LONGEST_EMPTY = 120
_SMALL_TALK = re.compile(
    r"\b(?:what time is it|(?:nice|lovely|beautiful|terrible|awful|great|gorgeous|crazy) weather|weather (?:is|was|looks|today)|it(?:'s| is| was) (?:so |very |really |pretty |quite |a bit )?"
    r"(?:raining|snowing|sunny|rainy|cold|hot|windy|cloudy|humid|freezing|chilly|warm|monday|friday)(?: (?:today|outside|here|out|again|out there))*[.!]*$|"
    r"how (?:was|is) your (?:day|weekend|week)|i'm (?:so )?(?:bored|sleepy|hungry|thirsty)[.!]*$|have you eaten|see you (?:later|soon|tomorrow))|"
    r"(?:今天|明天|外面|最近|这|这边|这里)*(?:的)?天气|(?:今天|外面|这边)(?:好|真|太|有点|挺|很)?(?:冷|热|晒|闷|凉快|潮)|(?:又|正在|在|要|开始|外面)(?:下雨|下雪|刮风)|几点了|吃了吗|吃饭了吗|在干嘛|在干什么|睡了吗|周末愉快|"
    r"^我?(?:好|真|有点|太)?(?:困|饿|渴|无聊)(?:了|啊|死了|呀)?$|^我?先?(?:去|要)(?:吃饭|睡觉|洗澡|上厕所|忙|睡|开会)了?$",
    re.IGNORECASE,
)
_QUESTION_EN = re.compile(
    r"^(?:(?:and|so|but|ok(?:ay)?|hey|well|also|oh|hi|wow|cool|hmm+|by the way|btw)[, ]+)*(?:what|who|whom|whose|where|when|why|how|which|is|are|am|was|were|do|does|did|can|could|will|would|shall|should|"
    r"may|have you|has|isn't|aren't|don't you|didn't|doesn't|won't|any (?:idea|advice|tips|suggestions|recommendations|thoughts|news|plans)|anything|what's|who's|how's|where's|when's|"
    r"can't you|mind if|guess|ever)\b",
    re.IGNORECASE,
)
_QUESTION_ZH = re.compile(
    r"[吗么嘛][？?。！\s]*$|[？?]\s*$|^(?:谁|什么|怎么|为什么|哪|几|多少|啥|咋|难道|是不是|能不能|可不可以|有没有|要不要|会不会|请问|想问|问一下|问下)|"
    r"(?:是什么|是谁|怎么样|怎么办|为什么|多少钱|哪里|哪儿|哪个|哪家|哪些|几点|咋样|咋办|好不好|行不行|对不对|要不要|能不能|可不可以|是不是|有没有|会不会|该不该|如何|呢[？?]?$)"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:what if|if (?!possible\b|it matters|you're wondering|so\b)|suppos(?:e|ing) (?!to)|imagine|hypothetically|let's say|say i|assuming|assume|in case|unless|pretend|i wish|if only|would've|could've|"
    r"were i|had i|one day i (?:might|may)|in another life|someday maybe|dream(?:t|ed) (?:that|i|about)|i had a dream|in my dream)\b|"
    r"如果(?!可以|可能|方便|说)|假如|假设|假使|倘若|要是|万一|若是|若(?=我|你|有)|就算|即使|哪怕|除非|比如说?我|比方说|要不是|(?:我|昨晚)(?:做梦|梦见|梦到)|幻想|想象一下|下辈子|(?:我)?(?:多)?希望我(?:能)?是|恨不得",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|who|someone|somebody|people|everyone|my \w+|the \w+|[A-Z]\w+) (?:says|said|claims|claimed|thinks|told me|tells me|asked|wrote|texted|says that|replied|goes|went)[,:]? "
    r"[\"“']?(?:i|i'm|my|i've)\b|\baccording to\b|(?:他|她|他们|有人|人家|大家|朋友|老板|同事|\w妈|\w爸|妈妈|爸爸|老婆|老公|老师|医生)(?:说|问|告诉我|觉得|以为|跟我说|表示)(?:过)?[，,：:]?[“\"]?我|"
    r"(?:书|新闻|报道|文章|电影|歌词|网上|视频|剧)(?:里|中|上)?(?:说|写|讲|唱)|俗话说|常言道|古人云|据说|听说",
    re.IGNORECASE,
)
_WHOLE_QUOTE = re.compile(r"^\s*(?:[\"“「『《].*[\"”」』》])[\s.!?。！？]*$|^[“\"]|^\s*>", re.DOTALL)
_REQUEST = re.compile(
    r"^(?:(?:please|pls|can you|could you|would you|will you|kindly|now|then|ok(?:ay)?|hey|so|also|and)[, ]+)*(?:please |pls )?(?:write|draft|create|generate|make (?:me|a|the|it|this)|give me|show me|tell me|explain|"
    r"summari[sz]e|translate|list|find|search|look up|help|recommend|suggest|compare|calculate|compute|convert|describe|fix|debug|rewrite|provide|send me|let's|let me|read|open|play|set|check|think|"
    r"add|remove|delete|update|change|continue|repeat|try|use|analy[sz]e|review|design|build me|plan (?:a|my|the|me)|teach me|walk me|share|ask me|keep it|i want you to|i need you to|i'd like you to|be)\b|"
    r"^(?:(?:请|麻烦|帮忙|那|然后|再|能|可以|能否|你)*)(?:帮我|帮忙|给我|告诉我|教我|推荐|介绍|写|生成|翻译|总结|解释|列|查|搜|找|算|计算|画|设计|分析|比较|修改|改|继续|重写|来一|讲|说说|看看|举|制定|提供|回答|润色|播放|打开|设置|提醒我)",
    re.IGNORECASE,
)
_ADDRESSEE_PRAISE = re.compile(
    r"^(?:(?:wow|aw+|yeah|oh|that's (?:great|awesome|amazing|so (?:cool|sweet|nice|great))|so|hey|yep|well|good|great|nice|thanks?),?[ !.]*)*(?:you(?:'re|r| are| have| must| should| can| did|'ve|'ll| will| look| seem| always| really| got)?\b|your\b|keep\b|so (?:glad|happy|proud) (?:for|of|to hear)|"
    r"(?:i'm |i am )?(?:so |really |super )?(?:glad|happy|proud|excited|sorry|rooting|here) (?:for|of|to hear|that you|you)\b|i (?:hope|wish|bet|love|admire|appreciate|believe in|know|think) (?:you|your|that you|how you)\b|"
    r"let me know\b|can't wait (?:to see|to hear|for you)|good luck\b|congrats|congratulations|feel free\b|no doubt)|^(?:你|您|祝你|祝您|恭喜你)(?!.{0,6}我)",
    re.IGNORECASE,
)


def refused_sentence(text: str, language: Language) -> str:
    """The rule by which a sentence is refused whatever its clauses say, or the empty text."""
    bare = text.strip()
    if _is_too_short(bare):
        return "too short"
    if _RECALLED.search(bare):
        return "recalled text"
    if _is_empty(bare, language):
        return "empty talk"
    if _SMALL_TALK.search(bare):
        return "small talk"
    if _WHOLE_QUOTE.match(bare):
        return "quotation"
    if _MACHINE_LINE.match(bare) or _is_code(bare):
        return "pasted text"
    return "quotation" if _REPORTED.search(bare) else ""


def refused_clause(text: str, language: Language, *, asks: bool) -> str:
    """The rule by which a clause is refused, or the empty text; `asks`: a question mark ends it."""
    bare = text.strip()
    question = _QUESTION_ZH if language == "zh" else _QUESTION_EN
    if asks or question.search(bare):
        return "question"
    if _HYPOTHETICAL.search(bare):
        return "hypothetical"
    if _REQUEST.search(bare):
        return "request"
    return "about the one spoken to" if _ADDRESSEE_PRAISE.search(bare) else ""


def is_hypothetical(text: str) -> bool:
    """Whether the text says what is not so."""
    return _HYPOTHETICAL.search(text) is not None


def _is_empty(text: str, language: Language) -> bool:
    if len(text) > _LONGEST_EMPTY:
        return False
    empty = _EMPTY_ZH if language == "zh" else _EMPTY_EN
    parts = [part.strip() for part in _MARKS.split(text) if part.strip()]
    said = [part for part in parts if not _ONE_NAME.fullmatch(part) or empty.fullmatch(part)]
    return bool(said) and all(empty.fullmatch(part) for part in said)


def _is_too_short(text: str) -> bool:
    han = len(re.findall(f"[{HAN}]", text))
    letters = sum(character.isalnum() for character in text)
    return han < LEAST_HAN and letters < LEAST_LETTERS


def _is_code(text: str) -> bool:
    # More than one symbol of code in eight characters; prose has next to none.
    return len(text) >= 16 and len(_SYMBOLS.findall(text)) * 8 > len(text)

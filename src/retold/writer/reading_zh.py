"""Reading Chinese clauses: lead-ins off, subject found, adverbs and negation taken out."""

from __future__ import annotations

import re

import rjieba

from retold.writer.reading import ME, Flags, Reading, Subject

_LEAD = re.compile(
    r"(?:(?:嗯+|哦+|噢+|喔|呃+|额+|啊+|哈+|嘿+|唉+|哎+呀?|诶|欸|哇+塞?|害|是的|对的?|好的?|行吧?|没错|当然|不是|没有|可以|谢谢你?|感谢|"
    r"那个|就是|然后|收到|真的|讲真|ps|btw|你好|您好|早|早上好|晚上好|hi|hello)[，,、：:！!。~～…\s]+"
    r"|(?:其实|说实话|老实说|实话说|坦白说|说真的|不瞒你说|对了|话说|顺便(?:说一下|说一句|提一下|告诉你|一提)?|顺带一提|另外|此外|还有就?是?|然后|"
    r"而且|并且|不过|但是|可是|但|所以|因此|因为|毕竟|反正|总之|那么|我(?:之前|以前|刚才|前面|上次)?(?:已经)?(?:跟|和|同)你(?:说过|讲过|提过|说|讲)(?:了|的)?|"
    r"跟你说(?:一下|个事)?|告诉你(?:一下|个事)?|(?:先|再)?(?:提醒|补充|说明|更正|更新|纠正)(?:一下|一句|一点|你)+|说一下|(?:请|麻烦)?(?:你)?(?:帮我)?(?:记住|记一下|记下来?|记着)"
    r"(?:一下|一点|这点|这个|了)?|别忘了|不要忘了|记得|我(?:之前|以前|刚才|前面)?(?:已经)?(?:说过|提过|提到过|讲过)(?:了|的)?|(?:之前|刚才|前面)(?:说过|提过|忘了说)|"
    r"如(?:我所|前所)说|忘了说|你知道吗|你知道的|就是说|咱就是说|也就是说|换句话说|事实上|实际上|严格来说|怎么说呢|没想到|突然想起来?|想起来|"
    r"如果(?:可以|可能|方便)的话|可以的话|方便的话|如果你想知道(?:的话)?|供你参考|背景是|情况是|是这样的?|不好意思|抱歉|说起来|最重要的是|重要的是|第[一二三四]|首先|其次|最后)"
    r"[，,、：:！!。~～…\s]*)+",
    re.IGNORECASE,
)
_UNSURE = re.compile(r"我?(?:个人)?(?:觉得|感觉|认为|猜|估计|想着|怀疑|以为)(?:自己|我|可能)*[，,]?(?=我|自己)")
_KNOWN = re.compile(r"(?:我)?(?:刚|最近|才)?(?:发现|意识到|知道|查出|得知)(?:了)?(?=我|自己)")
# Relations by the words people use for them; the first of a line is what units record.
_RELATIONS = """妈妈 妈 母亲 老妈 妈咪 俺娘 老娘|爸爸 爸 父亲 老爸 爹 老爹|爸妈 父母 爸爸妈妈|老婆 妻子 媳妇 爱人 太太|老公 丈夫 先生
女朋友 女友|男朋友 男友|未婚妻|未婚夫|儿子|女儿 闺女|孩子 小孩 娃 宝宝 宝贝|哥哥 哥 大哥|姐姐 姐 大姐|弟弟 弟 老弟|妹妹 妹 老妹|爷爷|奶奶
外公 姥爷|外婆 姥姥|叔叔 叔|伯伯 伯父 大伯|阿姨|舅舅 舅|舅妈|姑姑 姑妈|姨妈 小姨|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|侄子|侄女|外甥|外甥女
孙子|孙女|岳父 老丈人|岳母 丈母娘|公公|婆婆|嫂子|姐夫|妹夫|同事|同学|室友 舍友|朋友 好友 哥们 哥们儿 好哥们|闺蜜|发小|邻居|领导|上司|老板|下属
老师|导师|房东|客户|徒弟|师傅|前女友|前男友|前妻|前夫|对象|家人|狗 狗狗|猫 猫咪|公司 单位|团队|组长|经理|助理|学生|医生|合伙人|搭档|网友|亲戚"""


def _relations() -> dict[str, str]:
    lines = [words.split() for row in _RELATIONS.split("|") for words in row.splitlines()]
    return {word: line[0] for line in lines for word in line}


RELATIONS = _relations()
# Of these a person may have several, so a second value may belong to a second one.
PLURAL_RELATIONS = frozenset(
    """儿子 女儿 孩子 哥哥 姐姐 弟弟 妹妹 叔叔 伯伯 阿姨 舅舅 姑姑 姨妈 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 侄子 侄女 外甥 外甥女 孙子
    孙女 同事 同学 室友 朋友 闺蜜 发小 邻居 领导 下属 老师 客户 徒弟 狗 猫 学生 医生 网友 亲戚 家人""".split()
)
_KIN = "|".join(sorted((re.escape(word) for word in RELATIONS), key=len, reverse=True))
_RELATIVE = re.compile(
    rf"(?:我|咱|俺)(?:们|家)?(?:的|那个|有个|有一个|有位)?(?:最好的|大学的?|高中的?|以前的|小学的?|亲|新|老|双胞胎|的)?(?P<kin>{_KIN})(?P<own>的)?"
)
_PLURAL_ME = re.compile(r"(?:我们|咱们|咱俩|我俩)(?:一家|家|两个|俩)?|我(?:和|跟)(?:我)?[\u4e00-\u9fff]{1,6}?(?=一起|都|在|去|住|养|想|打算|准备)")
_SPEAKER = re.compile(r"我(?!国|方)|俺|本人|咱(?!们)|自己")
_PRONOUN = re.compile(r"[他她它]们?|其(?=[\u4e00-\u9fff])|(?:这|那)(?:个|款|台|部|家|只|里|边|位|件)?|对方")
_AFTER_NAME = r"(?=是|的|叫|在|住|喜欢|爱|对|也|今年|有|会|不|去|刚|最近|特别|很|想|说|已经|昨天|家|想|做|当|学|从|养|把|，)"
_NAMED = re.compile(rf"(?P<name>(?:小|老|阿)[\u4e00-\u9fff](?:[\u4e00-\u9fff])?|[A-Z][a-zA-Z]+|[\u4e00-\u9fff]{{2,4}}?){_AFTER_NAME}(?P<own>的)?")
_ADVERBS = re.compile(
    r"(?:也|都|还是|还|就|真的是|真的|真|确实|其实|现在|目前|已经|一直以来|一直|早就|早已|又|再|才|刚刚|刚才|刚|最近|近期|这几年|这两年|这段时间|从小到大|"
    r"从小|本来|原来|特别|非常|很是|很|超级|超|比较|挺|蛮|十分|最|更|有点儿?|稍微|有些|实在|简直|主要|始终|向来|老(?=是)|自己|本人|"
    r"也是|算是|终于|立刻|这边|那边|人(?=在)|目前为止|暂时|，|,|\s)+"
)
_NEGATION = re.compile(r"(?:不是很|不是|不太|不怎么|不咋|从来不|从不|从来没有?|并不是|并不|并没有?|一点都?不|一点也不|完全不|绝不|不会|没有|没|不)")
# Words that begin with a negation and mean something of their own.
_NO_NEGATION = re.compile(r"不但|不仅|不过|不管|不如|不得不|不错|不同|不知|不好意思|没准|没错|没关系|不小心|不光|不客气|不断|不久|不少|不锈钢|不辣的|不能不|不愧|不由|不妨|不然|不止")
_ENDED = re.compile(r"(?:不再|再也不|已经不|现在不|早就不|早不|以后不|再也没有?|已经没有?|现在没有?)")
# 不喜欢了, 没有车了: what was so is no longer so. 没买了 does not exist, 没去过了 neither.
_NO_LONGER = re.compile(r"^(?!没(?!有)).*(?:不(?!会)|没有).*了$")
_ONCE = re.compile(r"(?:以前|曾经|之前|过去|从前|原先|当年|小时候)")
_HEDGES = re.compile(r"(?:可能|好像|也许|应该|估计|大概|似乎|或许|说不定|差点|几乎|想必|恐怕|要是|假装|梦见|梦到)")
_FUTURE = re.compile(r"(?:将要?|会(?=去|来|在|参加|搬|跟|和)|打算|准备|计划|马上要?|就要|快要|即将|要(?=去|来|参加|开|见|考|飞|回|出差|搬|做|上))")
_PAST = re.compile(r"了(?!解)|(?<=[\u4e00-\u9fff])过(?!敏|年|程|滤|期|节|生日|去|来|于|度|得|日子|夜|冬)")
_NAME_TAGS = ("nr", "nrt", "nrfg")
_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕"
    "殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟"
    "徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房解应宗丁宣邓郁单洪包左石崔吉钮龚程嵇邢裴陆荣翁甄曲家封储靳段焦巴弓牧谷车侯宓蓬全班仰秋仲伊宫宁仇栾甘厉戎武符刘"
    "景詹束龙叶幸司韶黎薄印宿白蒲从鄂索赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰雍桑桂牛寿通边扈燕冀尚农温庄晏柴瞿阎连习艾容向古易廖终步都耿满"
    "匡国文寇广东欧师巩厍聂晁敖冷辛简饶曾关蒯相查后荆红游竺权盖益桓公肖涂覃佟岳"
)


def lead_in(text: str) -> int:
    """How many characters of the text lead up to what it says."""
    match = _LEAD.match(text)
    return match.end() if match and match.end() < len(text) else 0


def read(text: str) -> Reading:
    """Read a clause of simplified characters whose time phrases are gone."""
    offset = lead_in(text)
    flags = Flags(wish=True)
    for pattern in (_UNSURE, _KNOWN):
        match = pattern.match(text, offset)
        if match:
            flags.unsure = flags.unsure or pattern is _UNSURE
            offset = match.end()
    body = text[offset:].strip(" ，,；;。！!？?~～…、：:")
    subject, rest = _subject(body)
    full = rest if subject is None else f"我{rest}"
    bare = _bare(rest, flags)
    # 了 and 过 alone put nothing behind: 我有女朋友了 is so now.
    flags.past = flags.perfect = _PAST.search(rest) is not None
    if flags.negations % 2 and _NO_LONGER.search(rest):
        flags.negations, flags.ended = 0, True
    forms = [full] if flags.negations or flags.ended else []
    peeled = bare if subject is None else f"我{bare}"
    forms += [peeled, full]
    if subject is not None and subject.person != "speaker":
        forms.append(body)
    return Reading(
        text=text[offset:].strip(),
        offset=offset,
        subject=subject,
        forms=tuple(dict.fromkeys(forms)),
        predicate=rest,
        spelt=full if flags.negations or flags.ended else "",
        **flags.as_arguments(),
    )


def _subject(body: str) -> tuple[Subject | None, str]:
    plural = _PLURAL_ME.match(body)
    if plural and not _RELATIVE.match(body):
        return ME, body[plural.end() :]
    relative = _RELATIVE.match(body)
    if relative and relative.end() < len(body):
        return _relative(relative, body)
    speaker = _SPEAKER.match(body)
    if speaker:
        return ME, body[speaker.end() :]
    pronoun = _PRONOUN.match(body)
    if pronoun:
        person = "other" if pronoun.group()[0] in "他她对其" else "thing"
        subject = Subject(key="", words=pronoun.group(), person=person, unresolved=True)  # type: ignore[arg-type]
        return subject, body[pronoun.end() :]
    return _named(body)


def _relative(match: re.Match[str], body: str) -> tuple[Subject, str]:
    kin = RELATIONS[match["kin"]]
    words = match.group().removesuffix("的")
    rest = body[match.end() :]
    if match["own"]:
        return Subject(key=kin, words=words, person="other"), f"的{rest}"
    name = _name_at(rest)
    if name:
        rest = rest[len(name) :]
        words += name
    rest = re.sub(r"^[，,]?[他她](?=[\u4e00-\u9fff])", "", rest)
    return Subject(key=name or kin, words=words, person="other"), rest


def _name_at(text: str) -> str:
    """A name at the beginning of the text, told by its tag or its surname."""
    latin = re.match(r"[A-Z][a-z]+", text)
    if latin:
        return latin.group()
    if not text or not "\u4e00" <= text[0] <= "\u9fff":
        return ""
    (word, tag), *others = rjieba.tag(text[:8])
    if len(word) == 1 and word in _SURNAMES and others and len(others[0][0]) <= 2:
        full = word + others[0][0]
        if _NAMED.match(text) and re.match(_AFTER_NAME, text[len(full) :]) and others[0][1][0] not in "vud":
            return str(full)
    if 2 <= len(word) <= 3 and tag in _NAME_TAGS and (word[0] in _SURNAMES or word[0] in "小老阿"):
        return str(word)
    nick = re.match(rf"[小老阿][\u4e00-\u9fff]{_AFTER_NAME}", text)
    return nick.group() if nick and nick.group() not in ("小时", "老是", "小心", "老家") else ""


def _named(body: str) -> tuple[Subject | None, str]:
    name = _name_at(body)
    if not name:
        match = _NAMED.match(body)
        if match and match["name"][0] in _SURNAMES and _is_name(match["name"]):
            name = match["name"]
    if name:
        return Subject(key=name, words=name, person="other"), body[len(name) :]
    return None, body


def _is_name(text: str) -> bool:
    """Whether the segmenter takes these characters for one name."""
    if text.isascii():
        return True
    tagged = rjieba.tag(text)
    return len(text) <= 3 and len(tagged) == 1 and tagged[0][1] in _NAME_TAGS


def _bare(rest: str, flags: Flags) -> str:
    """The predicate without adverbs and negation, which become flags."""
    while rest:
        for pattern, take in _STEPS:
            match = pattern.match(rest)
            if match and match.group() and not (pattern is _NEGATION and _NO_NEGATION.match(rest)):
                take(flags)
                rest = rest[match.end() :]
                if pattern is _NEGATION and match.group() in ("没有", "没") and not _is_verb(rest):
                    return f"有{rest}"
                if pattern is _NEGATION and match.group().endswith("不会") and rest[:1] in _ABLE:
                    return f"会{rest}"
                if pattern is _NEGATION and match.group().endswith("是"):
                    return f"是{rest}"
                break
        else:
            return rest
    return rest


_ABLE = frozenset("说讲弹游开打唱跳做写编骑滑用画修")


def _is_verb(rest: str) -> bool:
    """Whether 没(有) before this denies an action rather than having something."""
    if not rest:
        return False
    tag = rjieba.tag(rest[:6])[0][1]
    return bool(tag.startswith("v"))


def _negate(flags: Flags) -> None:
    flags.negations += 1


def _end(flags: Flags) -> None:
    flags.ended = True


def _set_once(flags: Flags) -> None:
    flags.once = True


def _hedge(flags: Flags) -> None:
    flags.hedged = True


def _nothing(flags: Flags) -> None:
    """Adverbs change nothing that frames compare."""


_STEPS = ((_ENDED, _end), (_ONCE, _set_once), (_HEDGES, _hedge), (_NEGATION, _negate), (_ADVERBS, _nothing))

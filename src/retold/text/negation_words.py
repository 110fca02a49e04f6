"""Words that deny, and expressions that only look as if they did, in both languages.

They are matched against lower-case, simplified text with straight apostrophes.
"""

from __future__ import annotations

import re

from retold.text.patterns import either

# English expressions without the denial that their words suggest. A word boundary surrounds them.
_LOOKALIKE_EN = either(
    r"""
    long time no (?:see|talk|chat|hear)
    ; not only ; not just ; not merely ; not simply ; not to mention ; not least ; if not more
    ; not gonna lie ; not going to lie ; no lie ; believe it or not ; like it or not ; or not
    ; whether or not ; why not ; why don't (?:we|you|i) ; how about not ; not bad ; not too bad
    ; not half bad ; not too shabby ; not a bad ; no problem ; no problems ; no worries ; no worry
    ; no prob ; no doubt ; no wonder ; no matter ; no kidding ; no joke ; no offen[cs]e ; no way
    ; no big deal ; no biggie ; no brainer ; no-brainer ; no rush ; no pressure ; no need to worry
    ; in no time ; no less than ; no fewer than ; no sooner ; none other than ; nonetheless
    ; nevertheless ; never ?mind ; never better ; never too late ; never a dull moment
    ; never fails? to ; never get enough ; never gets? old ; never forget ; never regret(?:ted)?
    ; nothing but ; nothing beats ; nothing like ; nothing better than ; nothing compares to
    ; nothing more than ; can't wait ; cannot wait ; can not wait ; couldn't wait ; could not wait
    ; can hardly wait ; could hardly wait ; can't help but ; cannot help but ; couldn't help but
    ; can't help \w+ing ; couldn't help \w+ing ; can't get enough ; can't stop \w+ing
    ; couldn't stop \w+ing ; can't resist ; couldn't resist ; can't beat ; can't complain
    ; can't go wrong ; can't recommend ; cannot recommend ; can't say no ; can't thank
    ; can't overstate ; can't stress ; can't be more ; couldn't be more ; couldn't be happier
    ; couldn't be prouder ; couldn't be better ; couldn't agree more ; couldn't ask for
    ; couldn't have been (?:better|happier|prouder) ; could not be happier ; could not be prouder
    ; don't worry ; do not worry ; don't forget ; do not forget ; won't forget ; don't mind
    ; do not mind ; doesn't mind ; didn't mind ; wouldn't mind ; won't regret ; didn't hesitate
    ; don't get me wrong ; don't you ; don't we ; don't they ; doesn't (?:he|she|it)
    ; isn't (?:it|he|she|that|this) ; aren't (?:you|they|we) ; wasn't (?:it|he|she|that)
    ; weren't (?:you|they|we) ; didn't (?:you|we|they|he|she|it) ; won't (?:you|it|they|he|she)
    ; wouldn't (?:you|it|they) ; can't (?:you|we|they) ; couldn't (?:you|we)
    ; haven't (?:you|we|they) ; hasn't (?:he|she|it) ; shouldn't (?:we|you|it)
    ; last but not least ; more often than not ; as likely as not ; not-for-profit ; non-?stop
    ; no end ; no longer than ; no later than ; no more than ; not more than ; not long ago
    ; not far from ; not long after ; before long ; without (?:a )?doubt ; without fail
    ; without question ; without further ado ; not without
    ; to say the least ; not a problem ; not an issue ; not a big deal ; not a day goes by
    ; not until ; doesn't hurt ; never been (?:happier|better|prouder|more)
    ; hate to (?:say|admit|ask|bother) ; i'd hate to miss ; hate to miss ; stand for ; stand by
    """
)
# "can't live without", "never travels without" affirm.
_NOT_WITHOUT = (
    r"(?:can't|cannot|can not|couldn't|could not|never|won't|wouldn't)"
    r"(?: +[\w']+){1,6}? +without"
)
# A bare "no" that answers: what follows is the statement.
_ANSWER_EN = (
    r"(?:^|(?<=[.!?,;:\n\"“]))\s*(?:no|nope|nah)\b\s*(?=[,.!;:]|(?:i|we|he|she|it|they|you|that)\b)"
)

_LOOKALIKE_ZH = either(
    r"""
    不错 ; 不赖 ; 不差 ; 不坏 ; 不亏 ; 不仅仅? ; 不但 ; 不光 ; 不只是? ; 不单 ; 不止 ; 不过
    ; 不由得? ; 不禁 ; 不愧 ; 不断 ; 不停 ; 不管 ; 不论 ; 不然 ; 不料 ; 不少 ; 不同 ; 不一样
    ; 不久 ; 不时 ; 不定期 ; 不客气 ; 不好意思 ; 对不起 ; 了不起 ; 差不多 ; 不可思议 ; 不亦乐乎
    ; 不约而同 ; 不知不觉 ; 不见不散 ; 不得了 ; [得的]不行
    ; 没[啥什]么?(?:大?问题|事|毛病) ; 不得已 ; 不得不 ; 不能不 ; 不可不
    ; 不要不 ; 不如 ; 不妨 ; 不必说 ; 不用说 ; 不用谢 ; 不谢 ; 不锈钢 ; 不倒翁 ; 不粘锅 ; 不动产
    ; 不等式 ; 不丹 ; 不干胶 ; 不二之选 ; 独一无二 ; 不二 ; 不朽 ; 不惑 ; 不到长城 ; 不一会儿?
    ; 不一而足 ; 不计其数 ; 不假思索 ; 不言而喻 ; 不折不扣 ; 不慌不忙 ; 不速之客 ; 要不要?
    ; 要不然 ; 要不是 ; 是不是 ; 好不好 ; 行不行 ; 对不对 ; 能不能 ; 会不会 ; 可不可以 ; 想不想
    ; 用不用 ; 喜不喜欢 ; 知不知道 ; 愿不愿意 ; 有没有 ; 去不去 ; 来不来 ; 在不在 ; 吃不吃
    ; 算不算 ; 该不该 ; 需不需要 ; 说不定 ; 恨不得 ; 巴不得 ; 舍不得 ; 免不了 ; 少不了 ; 离不开
    ; 离不了 ; 忘不了 ; 忍不住 ; 禁不住 ; 挡不住 ; 停不下来 ; 说不完 ; 数不清 ; 等不及 ; 迫不及待
    ; 赞不绝口 ; 爱不释手 ; 再好不过 ; 好得不能再好 ; 不能再(?:好|开心|棒|满意) ; 好不容易
    ; 好不热闹 ; 好不开心 ; 动不动 ; 时不时 ; 冷不丁 ; 不是吗 ; 不是么 ; 可不是 ; 不要太 ; 不瞒
    ; 不骗 ; 不服输 ; 不拘一格 ; 不亚于 ; 不逊于? ; 不负众望 ; 不虚此行 ; 不在话下 ; 不言放弃
    ; 不辞辛苦 ; 不离不弃 ; 何不 ; 岂不 ; 何尝不 ; 谁不 ; 哪能不 ; 怎么能不 ; 怎么会不 ; 怎能不
    ; 能不.{1,6}吗 ; 还不是 ; 没关系 ; 没问题 ; 没事儿? ; 没错 ; 没准儿? ; 没想到 ; 没的说
    ; 没得说 ; 没说的 ; 没少 ; 没完没了 ; 没收 ; 沉没 ; 淹没 ; 出没 ; 埋没 ; 没落 ; 吞没 ; 覆没
    ; 没治了 ; 没毛病 ; 没(?:有)?比.{1,8}更 ; 没(?:有)?什么比.{1,8}更 ; 差一?点儿?(?:就)?没(?:有)?
    ; 险些没(?:有)? ; 别的 ; 别人 ; 特别 ; 分别 ; 个别 ; 级别 ; 性别 ; 区别 ; 告别 ; 别墅 ; 别致
    ; 离别 ; 识别 ; 类别 ; 派别 ; 别说 ; 别名 ; 别针 ; 别克 ; 别扭 ; 差别 ; 辨别 ; 鉴别 ; 国别
    ; 道别 ; 久别 ; 送别 ; 别出心裁 ; 别具一格 ; 别提多 ; 无线 ; 无锡 ; 无数 ; 无论 ; 无非
    ; 无意中? ; 无疑 ; 无比 ; 无聊 ; 无奈 ; 无人机 ; 无印良品 ; 无所谓 ; 无微不至 ; 无意间 ; 无不
    ; 莫不 ; 无不是 ; 非常 ; 非洲 ; 除非 ; 是非 ; 非要 ; 非得 ; 莫非 ; 莫名 ; 未来 ; 未婚[夫妻]
    ; 未免 ; 是否 ; 能否 ; 可否 ; 非.{1,10}不可 ; 非.{1,8}莫属 ; 不.{1,4}不行 ; 离了?.{1,6}不行
    ; 没有?.{1,8}(?:不行|活不了|活不下去|就不行)
    """
)
_A_NOT_A = r"([\u4e00-\u9fff])不\1"
LOOKALIKE = re.compile(
    rf"(?<![\w'])(?:{_NOT_WITHOUT}|{_LOOKALIKE_EN})(?![\w'])|{_ANSWER_EN}|{_LOOKALIKE_ZH}|{_A_NOT_A}"
)

_NOT_EN = either(
    r"""
    not ; never ; cannot ; \w+n't ; can not ; dont ; doesnt ; didnt ; isnt ; wasnt ; wont ; cant
    ; couldnt ; wouldnt ; shouldnt ; havent ; hasnt ; arent ; hardly ; barely ; scarcely ; seldom
    ; rarely ; no longer ; not anymore ; fail(?:s|ed)? to ; refus(?:e|es|ed|ing) to
    """
)
_NO_EN = either("no; no one; nobody; none; nothing; nowhere; neither; nor")
_DISLIKE_EN = either(
    r"""
    hat(?:e|es|ed|ing) ; dislik(?:e|es|ed|ing) ; detest(?:s|ed)? ; loath(?:e|es|ed)
    ; despis(?:e|es|ed) ; avoid(?:s|ed|ing)? ; disagree(?:s|d)? ; disapprov(?:e|es|ed)
    ; distrust(?:s|ed)? ; unhappy ; unable ; unwilling ; uninterested ; uncomfortable ; unfamiliar
    ; unaware ; dissatisfied ; unsatisfied ; displeased ; unlikely ; impossible ; unnecessary
    ; unimportant ; unpleasant ; lack(?:s|ed|ing)? ; stopp?(?:ed|s)? \w+ing ; quit(?:s|ting)?
    ; (?:give|gives|gave|given|giving) up ; fed up with ; sick of ; tired of
    """
)
_LOCAL_EN = r"without|with +no|\w+-free|free +of|non-\w+"

_DISLIKE_ZH = either(
    """
    讨厌 ; 厌恶 ; 反感 ; 憎恨 ; 痛恨 ; 恨 ; 嫌弃? ; (?:忍?受|看|吃|喝|听|用|过|住)不[了惯] ; 排斥
    ; 抗拒 ; 拒绝 ; 戒[掉了烟酒糖] ; 放弃 ; 避免 ; 忌口
    """
)
_NOT_ZH = (
    "从来(?:都|就)?(?:不|没有?)|从(?:不|没有?|未)|再也(?:不|没有?)|[并绝决毫](?:不是?|没有?|非|无)"
    "|[不未][曾再]|尚未|还未|没有|无法|未能|未必|禁止|严禁|否认|不是|不|没|未|勿|甭"
    "|(?:^|(?<=[你您请都可，。！,\\s]))(?:千万)?别(?=[^的人])"
)
# 喜欢不加糖的咖啡: what follows the verb is described, not denied.
_DESCRIBED = "(?:不|没有?)(?=[^，。,]{1,6}的)"
_LOCAL_ZH = f"(?<=喜欢){_DESCRIBED}|(?<=[爱买要选用喝吃]){_DESCRIBED}|无|非|免(?=[糖辣葱蒜])"
CUE = re.compile(
    rf"(?<![\w'-])(?:(?P<local_en>{_LOCAL_EN})|(?P<dislike_en>{_DISLIKE_EN})"
    rf"|(?P<not_en>{_NOT_EN})|(?P<no_en>{_NO_EN}))(?![\w'-])"
    rf"|(?P<local_zh>{_LOCAL_ZH})|(?P<dislike_zh>{_DISLIKE_ZH})|(?P<not_zh>{_NOT_ZH})"
)
# What may stand between two negations that cancel each other.
LINK_EN = re.compile(
    r"\s*(?:that\s+(?=(?:i|we|he|she|they|you)\b))?"
    r"(?:(?!(?:who|that|which|when|if|because|but|and|or|so|than)\b)[\w']+\s+){0,3}"
)
LINK_AFTER_NO = re.compile(r"\s*(?:(?!(?:and|or|but)\b)[\w']+\s+){0,4}")
LINK_ZH = re.compile(
    "(?:是|有|能|会|得|可|敢|肯|该|应该|可能|是说|是因为)?"
    "(?:我|他|她|你|们|人|一个|谁|什么|太|很|那么|怎么|真的?|完全|都|会|想|特别|多|算|那){0,6}"
)

"""Shapes of secrets. In each, the group `secret` is what must not be kept.

They are matched against text with plain-width marks and simplified characters. Every repetition is
bounded, so that time is linear in the text.
"""

from __future__ import annotations

import re

# What a text must hold for some of the shapes to be in it; most texts hold none, and are done with.
LONG_RUN = re.compile(r"[A-Za-z0-9_+/=.-]{16}|BEGIN ")
DIGITS = re.compile(r"(?:\d[^\d]?[^\d]?){6}\d")
NAMED = re.compile(
    r"pass|pwd|pin\b|code|cvv|cvc|otp|key|token|secret|phrase|words|://|PIN"
    r"|密码|口令|暗号|码|密钥|秘钥|令牌|私钥|助记词",
    re.IGNORECASE,
)

PRIVATE_KEY = re.compile(
    r"(?P<secret>-----BEGIN (?P<label>[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?)-----"
    r"(?:[^-]{0,20000}-----END (?P=label)-----|[A-Za-z0-9+/=\s]{0,20000})"
    r"|AGE-SECRET-KEY-1[0-9A-Z]{50,60})"
)
SEED_PHRASE = re.compile(
    r"(?:(?:seed|recovery|mnemonic|backup) (?:phrase|words)|助记词)"
    r"[^:：\n]{0,20}?(?::|：|is|are|是)\s*(?P<secret>(?:[a-z]{3,8}[\s,]{1,3}){11,23}[a-z]{3,8})",
    re.IGNORECASE,
)
# Prefixes that issuers chose so that leaked keys can be recognised.
API_KEYS = re.compile(
    r"(?<![A-Za-z0-9_-])(?P<secret>"
    r"sk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]{16,250}"
    r"|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/=]{16,100}"
    r"|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}|LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{13,40}"
    r"|AIza[0-9A-Za-z_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,40}"
    r"|hf_[A-Za-z0-9]{30,60}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,250}"
    r"|gsk_[A-Za-z0-9]{40,80}|r8_[A-Za-z0-9]{37,40}|xai-[A-Za-z0-9]{40,100}"
    r"|dop_v1_[a-f0-9]{64}|tvly-[A-Za-z0-9_-]{20,60}|key-[0-9a-f]{32}"
    r"|SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}|[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"
    r")(?![A-Za-z0-9])"
)
TOKENS = re.compile(
    r"(?<![A-Za-z0-9_-])(?P<secret>"
    r"gh[pousr]_[A-Za-z0-9]{30,250}|github_pat_[A-Za-z0-9_]{22,250}|glpat-[A-Za-z0-9_-]{20,60}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[0-9]-[A-Za-z0-9-]{10,250}"
    r"|ya29\.[A-Za-z0-9_-]{20,500}"
    r"|eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,4000})?"
    r")"
)
BEARER = re.compile(
    r"\b(?:bearer|authorization: {0,3}(?:basic|token)) {1,3}"
    r"(?P<secret>(?=[^\s]{0,200}[0-9])[A-Za-z0-9._~+/=-]{16,4000})",
    re.IGNORECASE,
)
URL_PASSWORD = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,64}:(?P<secret>[^\s/@]{1,128})@")
# As in files of settings and in code: API_KEY="…", token: …, ?access_token=…
ASSIGNED = re.compile(
    r"(?:api|access|secret|account|private|encryption|auth|client|refresh|session|app)"
    r"[_ -]?(?:key|token|secret)(?:[_-]?(?:id|key|secret))?[\"'`]?\s{0,3}(?:=|:|：|=>)\s{0,3}"
    r"[\"'`]?(?P<secret>[A-Za-z0-9_+/=.~-]{8,500})",
    re.IGNORECASE,
)
KEY_SAID = re.compile(
    r"(?:\b(?:api|access|secret|license|product|encryption|auth|bot)?[ _-]?(?:key|token|secret)"
    r"|密钥|秘钥|令牌|私钥)(?: (?:for|to|of) [\w .'-]{1,30}?)?"
    r"[\"'`]?\s{0,2}(?:is now|is|was|=|:|：|是|为|换成了?|改成了?)\s{0,3}"
    r"[\"'“‘`]?(?P<secret>[A-Za-z0-9_+/=.~-]{8,500})",
    re.IGNORECASE,
)
PASSWORD_SAID = re.compile(
    r"\b(?:pass ?words?|passcode|passphrase|passwd|pwd|pass(?=\s?[:=])|pw(?=\s?[:=]))\b"
    r"(?: (?:for|to|of|on|at) [\w .'-]{1,40}?)?"
    r"(?P<link>[\"'`]?\s{0,3}(?:=|:|：)\s{0,3}|'s | (?:is|was|to|as|are)(?: now| set to| just)?:? )"
    r"(?:(?P<quote>[\"'“‘`])(?=[^\"'”’`\n]{2,40}[\"'”’`]))?"
    r"(?P<secret>(?(quote)[^\"'”’`\n]{2,40}|[\x21-\x7e]{3,64}))",
    re.IGNORECASE,
)
# "changed the password to" names one, "a password to remember" does not.
PASSWORD_SET = re.compile(r"\b(?:chang|set|reset|updat|made)\w{0,4} [^.!?\n]{0,24}$", re.IGNORECASE)
# In source code a value is computed: password = data.get("password"), password=hashed_password.
CODE = re.compile(r"[A-Za-z]\w*(?:\.\w+)*[(\[].*|[A-Za-z]+(?:[_.][A-Za-z]+)+\)?")
# What stands where a password would: <password>, ${PASSWORD}, ****, xxx.
PLACEHOLDER = re.compile(r"<[^>]*>?|\[[^\]]*\]?|\$?\{[^}]*\}?|%\w+%|[*xX•●.…_-]+")
PASSWORD_SAID_ZH = re.compile(
    r"(?:密码|口令|暗号|解锁码|开锁码|验证码|校验码|动态码)[\u4e00-\u9fff]{0,4}?"
    r"(?P<link>\s{0,2}(?:就?是|为|:|：|=|[改换设](?:成|为|置为)了?|叫)\s{0,2}|\s?)"
    r"(?:(?P<quote>[“\"「『‘'])(?=[^”\"」』’'\n]{2,40}[”\"」』’']))?"
    r"(?P<secret>(?(quote)[^”\"」』’'\n]{2,40}|[\x21-\x7e]{3,64}))"
)
CODE_SAID = re.compile(
    r"(?:\b(?:pin(?: code| number)?|cvv2?|cvc|(?:security|verification|confirmation|access|door"
    r"|gate|alarm|entry|lock|garage|safe|one-time|login) code|otp)"
    r"(?: (?:for|to|of|on) [\w .'-]{1,30}?)?(?:\s{0,2}[:=]\s{0,2}| (?:is|was)(?: now)? )"
    r"|PIN码?(?:是|为|：|:)\s?)[\"'“]?(?P<secret>\d(?:[ -]?\d){2,9})(?!\d)",
    re.IGNORECASE,
)

# Two-digit codes of provinces in Chinese identity numbers (GB/T 2260).
PROVINCES = frozenset(
    """11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64
    65 71 81 82 83""".split()
)
CHINESE_ID = re.compile(
    r"(?<![0-9A-Za-z])(?P<secret>\d{6}[ -]?\d{8}[ -]?\d{3}[0-9Xx])(?![0-9A-Za-z])", re.ASCII
)
HONG_KONG_ID = re.compile(
    r"(?<![0-9A-Za-z])(?P<secret>[A-Z]{1,2}\d{6}\([0-9A]\))(?![0-9A-Za-z])", re.ASCII
)
SOCIAL_SECURITY = re.compile(
    r"(?<![\d-])(?P<secret>(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4})(?![\d-])", re.ASCII
)
ID_SAID = re.compile(
    r"(?:(?:身份证|证件|护照|社保|驾驶证|驾照)(?:号码?|编号)?"
    r"|(?:passport|social security|ssn|national id|id card|driver'?s licen[sc]e|identity)"
    r"(?: (?:number|no\.?|num|card))?)\s?(?:是|为|：|:|is|=|#)?\s{0,2}"
    r"(?P<secret>[A-Z]{0,2}\d{7,9}|\d{15}|\d{17}[0-9X])(?![0-9A-Z])",
    re.IGNORECASE | re.ASCII,
)
CARD = re.compile(r"(?<![0-9A-Za-z.-])(?P<secret>\d(?:[ -]?\d){12,18})(?![0-9A-Za-z-])", re.ASCII)
IBAN = re.compile(
    r"(?<![0-9A-Za-z])(?P<secret>[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)"
    r"(?![0-9A-Za-z])",
    re.ASCII,
)
ACCOUNT_SAID = re.compile(
    r"(?:(?:银行|信用|储蓄|借记|工资)卡号?|卡号|银行账[号户]|对公账号|账号"
    r"|(?:credit|debit|bank)(?: card| account)?(?: number| no\.?)?"
    r"|card number|account number|routing number)\s?(?:是|为|：|:|is|=|#)?\s{0,2}"
    r"(?P<secret>\d(?:[ -]?\d){11,18})(?![0-9A-Za-z])",
    re.IGNORECASE | re.ASCII,
)

# Mobile prefixes in use in China; 11 digits that start otherwise are no phone number.
MOBILE = re.compile(
    r"(?<![0-9A-Za-z.])(?<!\d-)(?P<secret>(?:(?:\+|00)?86[ -]?)?"
    r"1(?:3\d|4[014-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])[ -]?\d{4}[ -]?\d{4})"
    r"(?![0-9A-Za-z]|-\d|\.\d)",
    re.ASCII,
)
LANDLINE = re.compile(
    r"(?<![0-9A-Za-z.-])(?P<secret>(?:\(0(?:10|2\d|[3-9]\d{2})\)[ -]?|0(?:10|2\d|[3-9]\d{2})[ -])"
    r"[2-9]\d{6,7})(?![0-9A-Za-z]|-\d{2}-|\.\d)",
    re.ASCII,
)
NORTH_AMERICAN = re.compile(
    r"(?<![0-9A-Za-z.-])(?P<secret>(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\)[ -]?|[2-9]\d{2}[ .-])"
    r"[2-9]\d{2}[ .-]\d{4})(?![0-9A-Za-z]|[-.]\d)",
    re.ASCII,
)
WORLD_PHONE = re.compile(
    r"(?<![0-9A-Za-z.+])(?P<secret>\+[1-9]\d{0,2}(?:[ .-]?\(?\d{2,4}\)?){2,5}(?<=\d))"
    r"(?![0-9A-Za-z]|\.\d)",
    re.ASCII,
)
PHONE_SAID = re.compile(
    r"(?:(?:电话|手机|联系方式|座机|热线|传真)(?:号码?)?"
    r"|\b(?:tel|phone|mobile|cell|cellphone|whatsapp|fax)(?: number| no\.?)?"
    r"|\b(?:call|text|ring|reach|phone) (?:me|us|him|her|them) (?:at|on)|\bmy number)"
    r"\s?(?:是|为|：|:|is|=|#|at)?\s{0,2}"
    r"(?P<secret>\+?\(?\d(?:[ ()-]{0,2}\d){6,14})(?![0-9A-Za-z]|\.\d)",
    re.IGNORECASE | re.ASCII,
)
# What shows that a run of digits is an amount or a number of another kind.
NO_PHONE_BEFORE = re.compile(
    r"(?:[$¥€£￥#]|(?:订单|单号|编号|流水|快递|运单|工号|学号|order|invoice|ticket|tracking|serial|isbn"
    r"|sku|ref|case|version|id)[号码]?(?: number| no\.?)?[是为：: #]{0,3}(?:is )?)$",
    re.IGNORECASE,
)
NO_PHONE_AFTER = re.compile(r"\s?(?:[元块个万亿%￥]|美元|人民币|欧元|字节|次|dollars|yuan)")

# What follows "my password is" in a remark about it.
_REMARK_WORDS = """
    not too very so really wrong weak strong the a an my your his her their our in on at for
    to required incorrect invalid expired secure insecure safe unsafe stored saved easy hard
    long short simple complex complicated old new bad good terrible awful fine same different
    unique always never now still also just something somewhere anything nothing none null
    empty missing blank gone public private important case what that this it going being been
    only default whatever hidden correct right written known about again and or but protected
    changed unknown forgotten lost stolen hacked broken automatically
    """
REMARK = re.compile(rf"(?:{'|'.join(_REMARK_WORDS.split())})(?![\w'])", re.IGNORECASE)

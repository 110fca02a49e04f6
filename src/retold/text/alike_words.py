"""Words that mean the same, and words of which only one can be meant, in both languages.

They are words as people vary them when they say something again, not a thesaurus.
"""

from __future__ import annotations

# Each line is one meaning; its first word stands for all.
_SAME = """
like love enjoy adore prefer likes loves enjoys prefers loved liked 喜欢 爱 喜爱 热爱 偏爱 钟爱 中意
hate dislike detest loathe despise 讨厌 厌恶 反感
favorite favourite 最爱 最喜欢
live reside 住 我住 居住 住在 定居
work job works working 工作 上班 任职 就职 供职
buy purchase bought 买 购买 购入 买了
start begin began begun 开始
finish complete
kid child children 孩子 小孩 娃
mom mother mum mommy mama 妈妈 母亲 妈 老妈 我妈 妈咪
dad father daddy papa 爸爸 父亲 爸 老爸 我爸
grandma grandmother granny
grandpa grandfather
wife 妻子 老婆 太太 媳妇
husband 丈夫 老公
big large huge
small little tiny
movie film 电影 影片
bike bicycle 自行车 单车
phone cellphone smartphone 手机
car automobile 汽车 车子 车
apartment flat
vacation holiday
photo picture pic photograph 照片 相片
get got receive received obtain
happy glad delighted 高兴 开心 快乐
sad unhappy
afraid scared 害怕 怕
talk chat 聊天 聊
learn study 学习 学
help assist 帮助 帮忙 帮
near close nearby
physician doctor
birthday born 生日 出生
move relocate moved 搬 搬家
computer pc 电脑 计算机
travel trip 旅游 旅行
name called named 名字 叫 名叫 叫做
plan intend 打算 计划 想要
need require 需要
"""
# Each line holds words of which a statement means one and not another. Those that mean the same
# are joined by an equals sign.
_APART = """
red blue green yellow black white grey=gray pink purple orange brown \
    红色=红 蓝色=蓝 绿色=绿 黄色=黄 黑色=黑 白色=白 \
    灰色=灰 粉色=粉 紫色=紫 橙色=橙 棕色
mom=mother=mum dad=father sister brother son daughter wife husband aunt uncle \
    grandma=grandmother grandpa=grandfather cousin niece nephew
妈妈=母亲=妈 爸爸=父亲=爸 姐姐=姐 妹妹=妹 哥哥=哥 弟弟=弟 \
    儿子 女儿 妻子=老婆=太太 丈夫=老公 奶奶 爷爷 外婆=姥姥 外公=姥爷 阿姨 叔叔 舅舅 姑姑
cat dog rabbit hamster parrot bird fish turtle 猫=小猫=猫咪 狗=小狗=狗狗 兔子 仓鼠 鹦鹉 鱼 乌龟
tea coffee beer wine milk juice water 茶 咖啡 啤酒 红酒 白酒 牛奶 果汁
hot cold warm cool 热 冷 凉
morning afternoon evening night 早上=上午=早晨 中午 下午 晚上=夜里
spring summer autumn=fall winter 春天=春季 夏天=夏季 秋天=秋季 冬天=冬季
left right 左边=左 右边=右
north south east west 北方 南方 东方 西方
big=large small=little medium 大 小 中等
older younger 年长 年轻
high low 高 低
more less fewer 更多 更少
before after 之前=以前 之后=以后
early late 早 晚
open closed 开门 关门
married single divorced widowed engaged 已婚=结婚 未婚=单身 离婚
first last 第一 最后
buy=bought sell=sold 买 卖
lend=lent borrow=borrowed 借给 借了
start=begin stop=quit finish 开始 停止 结束
always sometimes never 总是 有时 从不
sweet sour bitter spicy salty 甜 酸 苦 辣 咸
breakfast lunch dinner supper 早餐=早饭 午餐=午饭 晚餐=晚饭
male female man woman boy girl 男 女 男孩 女孩 男人 女人
piano guitar violin drums flute 钢琴 吉他 小提琴 鼓 笛子
basketball football soccer tennis badminton volleyball swimming running \
    篮球 足球 网球 羽毛球 排球 乒乓球 游泳 跑步
chinese english french german spanish japanese korean italian russian \
    中文 英语=英文 法语 德语 西班牙语 日语 韩语 俄语
android iphone windows mac linux
vegetarian vegan
"""


def _same() -> dict[str, str]:
    return {word: line.split()[0] for line in _SAME.strip().splitlines() for word in line.split()}


def _apart() -> dict[str, tuple[int, str]]:
    rows = enumerate(_APART.strip().splitlines())
    return {
        word: (group, meaning.split("=")[0])
        for group, line in rows
        for meaning in line.split()
        for word in meaning.split("=")
    }


SAME = _same()
APART = _apart()

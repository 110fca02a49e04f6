"""What one user says in a year, and fifty facts among it with their questions, of our own."""

from __future__ import annotations

import random

SMALL_TALK = (
    "I went to the {place} with {name} this morning.",
    "I had {dish} for lunch and it was too salty.",
    "I feel tired after the {place}.",
    "I want to try {dish} next week.",
    "I bought a {thing} at the {place} for {number} euros.",
    "I plan to repair the {thing} with {name} on the weekend.",
    "I read chapter {number} of a book about {topic}.",
    "I'm thinking about a course on {topic}.",
    "我今天和{name}去了{zh_place}。",
    "我中午吃了{zh_dish}，有点咸。",
    "我打算下周去{zh_place}买{zh_thing}。",
    "我最近在看一本讲{zh_topic}的书，看到第{number}章。",
    "我花{number}块钱买了{zh_thing}。",
    "How are you?",
    "谢谢。",
)
WORDS = {
    "place": "harbour market library museum station bakery garden stadium theatre cinema".split(),
    "dish": "risotto ramen paella goulash dumplings falafel lasagne curry".split(),
    "thing": "lamp kettle shelf bicycle radio jacket notebook drill tent rucksack".split(),
    "topic": "bees bridges glaciers chess pottery weather maps volcanoes".split(),
    "name": "Ivo Petra Samir Lotte Bruno Nadia Otis Greta".split(),
    "zh_place": "菜市场 图书馆 博物馆 火车站 面包店 体育馆 书店 电影院".split(),
    "zh_dish": "牛肉面 炒河粉 小笼包 麻婆豆腐 酸菜鱼 煲仔饭".split(),
    "zh_thing": "台灯 水壶 书架 雨伞 耳机 背包 茶杯 键盘".split(),
    "zh_topic": "蜜蜂 桥梁 冰川 围棋 陶艺 天气 地图 火山".split(),
}
OWNERS = (
    *("sister", "brother", "mother", "father", "aunt", "uncle", "cousin", "neighbour", "boss"),
    "teacher",
)
CITIES = "Bergen Porto Ghent Turin Graz Malmo Nantes Split Bilbao Lublin".split()
PETS = "Pixel Mochi Biscuit Pepper Waffle Ziggy Nutmeg Clover Pickle Domino".split()
ZH_OWNERS = "姐姐 哥哥 妈妈 爸爸 姑姑 舅舅 表妹 邻居 老板 老师".split()
ZH_CITIES = "杭州 成都 青岛 昆明 厦门 西安 长沙 哈尔滨 桂林 大连".split()
ALLERGIES = "peanuts shrimp walnuts sesame celery mustard lupin soy kiwi latex".split()


def golden() -> list[tuple[str, str]]:
    """Fifty facts: what is said, and what is asked."""
    facts = []
    for owner, city, pet in zip(OWNERS, CITIES, PETS, strict=True):
        facts.append((f"My {owner} lives in {city}.", f"Where does my {owner} live?"))
        facts.append((f"My {owner} has a dog called {pet}.", f"My {owner}'s dog?"))
    for owner, city in zip(ZH_OWNERS, ZH_CITIES, strict=True):
        facts.append((f"我{owner}住在{city}。", f"我{owner}住在哪里？"))
    facts.extend((f"I'm allergic to {thing}.", f"Am I allergic to {thing}?") for thing in ALLERGIES)
    for dish, city in zip(ALLERGIES, CITIES, strict=True):
        course = f"I learned to swim in {city}, near the {dish} factory."
        facts.append((course, f"Did I learn to swim in {city}?"))
    return facts


def small_talk(chance: random.Random) -> str:
    words = {name: chance.choice(values) for name, values in WORDS.items()}
    return chance.choice(SMALL_TALK).format(**words, number=chance.randint(2, 90))

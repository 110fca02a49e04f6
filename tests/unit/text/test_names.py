import pytest

from retold.text.names import names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # people and places in English
        ("Caroline went to Paris with her friend Marie Curie.", {"Caroline", "Paris", "Marie Curie"}),
        ("Yesterday I met Mel's brother in New York", {"Mel", "New York"}),
        ("New York is great but Los Angeles is better", {"New York", "Los Angeles"}),
        ("Dr. Smith teaches at the University of Michigan", {"Smith", "University of Michigan"}),
        ("My cat is called Oscar. Oscar is five.", {"Oscar"}),
        ("I saw O'Brien, McDonald and J. K. Rowling", {"O'Brien", "McDonald", "J. K. Rowling"}),
        ("We hiked in the Swiss Alps near Zürich", {"Swiss Alps", "Zürich"}),
        ("Hey Mel! Long time no see", {"Mel"}),
        ("met Mel 3 days ago", {"Mel"}),
        # the first word of a sentence is capitalised anyway
        ("Painting helps me relax. Visited Paris too.", {"Paris"}), ("The weather is nice", set()), ("Monday is busy. In May we rest.", set()),
        ("- Buy milk\n- Call Tom", {"Tom"}), ("She said: “Come in”", {"Come in"}), ("I LOVE IT SO MUCH", set()),
        ("I asked Mom and Grandma", set()), ("I'm OK. I'll do it ASAP", set()),
        # acronyms, products, models
        ("I work at NASA in the US", {"NASA", "US"}), ("I bought an iPhone 15 Pro and an RTX 4090", {"iPhone 15 Pro", "RTX 4090"}),
        ("We use GPT-4o, Python 3.11 and PostgreSQL", {"GPT-4o", "Python 3.11", "PostgreSQL"}), ("the B-52 and the A4", {"B-52", "A4"}),
        ("it has 16GB, 3k, 5pm, 2nd, 1.5h and 3-bedroom", set()), ("Windows 11 is fine", {"Windows 11"}),
        # addresses, files, code
        ("see https://a.com/x?y=1, then write to foo.bar@example.com.", {"https://a.com/x?y=1", "foo.bar@example.com"}),
        ("看https://a.com/路径。谢谢", {"https://a.com/路径"}), ("open /usr/local/bin/python and notes.md", {"/usr/local/bin/python", "notes.md"}),
        ("run `pip install x` on v3.11.2 as @bob", {"pip install x", "v3.11.2", "@bob"}), ("host 192.168.1.10", {"192.168.1.10"}),
        # titles
        ("I read “Dune” and 'no'", {"Dune"}), ('she loves "The Hobbit"', {"The Hobbit"}), ("我喜欢《三体》和「活着」", {"三体", "活着"}),
        # Chinese
        ("我叫李小明，住在北京市海淀区", {"李小明", "北京市", "海淀区"}), ("王芳去过乌鲁木齐和纽约", {"王芳", "乌鲁木齐", "纽约"}), ("小明和老王昨天来了", {"小明", "老王"}),
        ("我的猫叫团团", {"团团"}), ("我女儿叫朵朵，今年三岁", {"朵朵"}), ("刘老师和陈总明天来", {"刘老师", "陈总"}), ("王总是迟到", set()), ("玛丽·居里是科学家", {"玛丽·居里"}),
        ("我對花生過敏，住在臺北", {"臺北"}), ("他在北京大学读书", {"北京大学"}), ("用Docker部署", {"Docker"}), ("请叫醒我。", set()), ("我对花生过敏", set()),
        ("今天心情很安静", set()), ("他们都去吃饭了", set()), ("欧阳娜娜来了", {"欧阳娜娜"}),
        ("他的名字叫做张伟", {"张伟"}), ("我住辽宁沈阳", {"辽宁", "沈阳"}), ("北京郊区很安静", {"北京"}), ("小狗在田野里跑", set()), ("阿强和小王", {"阿强", "小王"}),
        ('see "https://a.com" now', {"https://a.com"}), ("since mid-August 2023", set()), ("on Mondays", set()),
        # nothing
        ("", set()), ("i went home and it was nice", set()), ("3000元", set()), ("😀", set()),
    ],
)  # fmt: skip
def test_finds_exactly(text, expected):
    assert names(text) == expected


def test_names_are_slices_of_the_text():
    text = "Caroline’s friend Zoë met 張偉 at “Café Noir” (https://cafe.example/é)."
    assert all(name in text for name in names(text))
    assert {"Caroline", "Zoë", "張偉", "Café Noir"} <= names(text)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "1",
        "A ",
        "a.",
        "王总",
        '"a',
        "a@",
        "/a",
        "a1-",
        "`",
        "叫",
        "·我",
        "Aa-",
        "https://",
        "A. ",
    ],
)
def test_hostile_input_takes_linear_time(piece):
    assert isinstance(names(piece * (100_000 // len(piece))), set)

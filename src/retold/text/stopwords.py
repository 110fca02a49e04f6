"""Words that say nothing about what a text is about, in both languages, as they are folded."""

from __future__ import annotations

ENGLISH = frozenset(
    """
    a an the this that these those such some any each every either neither both all i me my mine
    myself you your yours yourself yourselves he him his himself she her hers herself it its
    itself we us our ours ourselves they them their theirs themselves one ones i'm i've i'd i'll
    you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd it'll we're we've we'd
    we'll they're they've they'd they'll that's that'll there's there're here's who's what's
    where's when's how's why's let's im ive ill youre youve thats whats dont am is are was were be
    been being do does did done doing have has had having will would shall should can could may
    might must ought cannot don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't
    won't wouldn't shan't shouldn't can't couldn't mightn't mustn't needn't ain't didnt doesnt
    isnt wasnt cant wont what which who whom whose when where why how whatever whichever whoever
    and or but nor if then else than so because as while though although whether until unless of
    to in on at by for with about against between into through during before after above below
    from up down out off over under again further upon within without toward towards onto per via
    here there now just only very too also even still ever yet already really quite rather not no
    yes yeah yep ok okay oh ah um uh hmm hey hi hello well please thanks thank own same other
    another more most much many few lot lots tell know say said says mention mentioned s t d ll m
    re ve
    """.split()
)

CHINESE = frozenset(
    """
    只 位 的 了 着 过 地 得 之 所 者 是 为 被 把 将 给 让 使 对 对于 关于 由 由于 从 自 在 于 到
    往 向 朝 当 跟 同 与 和 及 以及 并 并且 而 而且 或 或者 还是 以 以便 因 因为 因此 所以 但 但是
    可是 不过 然而 虽然 尽管 如果 假如 要是 只要 只有 除了 即使 无论 不管 那么 那就 则 就 就是 才
    都 也 还 又 再 很 太 更 最 挺 蛮 好像 非常 十分 比较 特别 真 真的 确实 其实 当然 大概 可能
    应该 会 能 能够 可以 要 想 得 有 没 没有 不 不是 别 是否 有没有 我 你 您 他 她 它 我们 你们
    他们 她们 它们 咱 咱们 自己 人家 大家 别人 我的 你的 您的 他的 她的 这 那 哪 这个 那个 哪个
    这些 那些 哪些 这里 那里 哪里 这儿 那儿 哪儿 这样 那样 怎样 怎么样 这么 怎么 如何 什么 啥 谁
    谁的 何 何时 几 多少 多 为什么 为何 什么时候 是不是 能不能 会不会 可不可以 吗 呢 吧 啊 呀 哦
    噢 哇 嗯 嗯嗯 哈 哈哈 哈哈哈 嘛 啦 咯 喔 哎 唉 诶 呵呵 嘿 嗨 喂 个 些 一 一个 一些 一下 一点
    一样 一种 种 件 次 等 等等 之类 左右 上 下 里 中 内 外 间 时 时候 后 前 之后 之前 以后 以前
    以来 来 去 起来 出来 下来 已经 曾经 正在 现在 刚刚 刚才 然后 接着 于是 请 请问 请告诉 告诉
    知道 说 说过 提到 提过 记得 好 好的 行 谢谢
    """.split()
)

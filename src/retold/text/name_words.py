"""Words by which names are told from other words, in both languages."""

from __future__ import annotations

# Given names that are no common words, so that a sentence may start with them.
GIVEN_NAMES = frozenset(
    """
    aaron abigail adam adele adrian agnes aidan aisha alan albert alejandro alex alexa alexander
    alexandra alexis alfred alice alicia alison allison alyssa amanda amelia amina amir amy ana
    andre andrea andreas andrei andrew andy angela angelina anita ann anna anne annie anthony
    antonio anton ariel arthur ashley audrey austin ava barbara beatrice becky ben benjamin
    bernard bernie beth bethany betty beverly bob bobby brad bradley brandon brenda brett brian
    bridget bruce bryan caleb calvin cameron camila carl carla carlos carmen carol caroline
    carolyn carter catherine cathy cecilia charles charlie charlotte chen chloe chris christian
    christina christine christopher cindy claire clara clarence claude claudia colin connie connor
    corey courtney craig crystal curtis cynthia daisuke damian dan dana daniel daniela danielle
    danny darren dave david deborah debra denise dennis derek diana diane diego dimitri dmitri
    dominic donald donna doris dorothy doug douglas dylan ed eddie edgar eduardo edward edwin
    elaine eleanor elena eli elijah elizabeth ella ellen emily emma eric erica erik erin ethan
    eugene eva evan evelyn fatima felicia felix fernando fiona florence frances francesca francis
    francisco frank fred frederick gabriel gabriela gary gavin george gerald gina giovanni glenn
    gloria gordon greg gregory greta gwen hana hannah hans harold harriet harry hassan hazel
    heather hector helen helena henry hiroshi howard hugo ian ibrahim igor ingrid irene isaac
    isabel isabella ivan jack jackie jackson jacob jacqueline jake james jamie jane janet janice
    jared jasmine jason javier jean jeff jeffrey jen jenna jennifer jenny jeremy jerry jesse
    jessica jessie jill jim jimmy joan joanna joe joel joey john johnny jon jonas jonathan jordan
    jorge jose joseph josh joshua joyce juan judith judy julia julian juliana julie juliet julio
    justin kaitlyn karen karl kate katherine kathleen kathryn kathy katie kayla keith kelly ken
    kenji kenneth kevin kim kimberly kristen kristin kyle lara larry laura lauren laurie leah lee
    lena leo leon leonard leslie liam lilian linda lisa liz lloyd logan lorenzo lori louis louise
    luca lucas lucia lucy luis luke lydia lynn mabel madison malik manuel marc marcel marco marcus
    margaret maria mariam marie marilyn mario marion marissa marjorie martha martin marvin mary
    mateo matt matthew maureen maurice megan mei mel melanie melissa mia michael michelle miguel
    mike mikhail milan mohammed mohamed molly monica monique morgan muhammad nadia nancy naomi
    natalia natalie natasha nate nathan nathaniel neil nicholas nick nicole nigel nikolai nina
    noah noel nora norman oliver olivia omar oscar otto owen pablo pamela patricia patrick paul
    paula pauline pedro peggy penelope peter phil philip phillip phoebe priya rachel rafael rahul
    ralph ramon randy raymond rebecca regina ricardo richard rick ricky rita robert roberto
    rodrigo roger roland ron ronald rosa rosemary ross roxanne ruben ruth ryan sabrina sally salma
    samantha samir samuel sandra santiago sara sarah scott sean sebastian sergei sergio seth
    shannon sharon shaun shawn sheila shirley sidney silvia simon sofia sonia sophia sophie stacy
    stan stanley stella stephanie stephen steve steven stuart sue susan suzanne sven sylvia
    takashi tamara tanya tara ted teresa terrence terry theo theodore theresa thomas tim timothy
    tina toby todd tom tommy toni tony tracy travis trevor tyler ursula valentina valerie vanessa
    vera veronica vicky victor victoria vincent virginia vivian vladimir walter wanda wayne wei
    wendy wesley whitney wilhelm william willie winston xavier yasmin yolanda yusuf yuki yvonne
    zachary zara zoe
    """.split()
)

# Capitalised for another reason than being a name: dates are rewritten, kin are described.
NO_NAMES = frozenset(
    """
    i i'm i've i'd i'll monday tuesday wednesday thursday friday saturday sunday mon tue tues wed
    thu thur thurs fri sat sun january february march april may june july august september october
    november december jan feb mar apr jun jul aug sep sept oct nov dec mr mrs ms miss mx dr prof
    sir madam mom mum mommy mama dad daddy papa grandma grandpa granny nana auntie aunt uncle god
    ok okay lol omg wow btw fyi asap imo imho tbh idk haha hahaha yes no hey hi hello am pm ps tl
    dr p.s a.m p.m oh ah yay ugh hmm thanks thank please sorry congrats congratulations
    """.split()
)
SURNAMES = frozenset(
    """
    王李张刘陈杨赵黄周吴徐孙胡朱林何郭罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余潘
    杜戴夏钟汪田任姜范石姚谭廖邹熊陆郝孔崔邱秦江史顾侯邵孟龙段雷钱汤尹黎贺龚樊兰殷施洪翁葛伍韦俞聂鲁岳
    齐梅庄辛管祝左涂谷祁舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲游裴席卫查屈鲍霍翟隋植甘景包柏宁柯阮桂闵解柴
    车房冉简饶
    """.replace("\n", "").replace(" ", "")
)
COMPOUND_SURNAMES = (
    "欧阳",
    "司马",
    "上官",
    "诸葛",
    "司徒",
    "东方",
    "皇甫",
    "慕容",
    "令狐",
    "夏侯",
    "端木",
    "南宫",
)
# Surnames that start many common words: only whole names of three characters are believed.
WORDLIKE_SURNAMES = frozenset("高安温宁卓方马金白常万康文于毛成华平元严武乔明易尚和钟时连全")
# What follows a surname in place of a given name: 刘老师, 陈总, not 王总是.
TITLES_ZH = (
    "老师|先生|女士|小姐|太太|医生|大夫|教授|经理|主任|总监|总(?![是会算共之体觉结价额数有得要在])|[哥姐](?![哥姐妹弟])|叔叔?|阿姨|伯伯|爷爷|奶奶"
    "|同学|师傅|师兄|师姐|工(?![作资程厂人会地具业夫艺])|律师|博士|校长|老板|教练"
)
# Surnames after 小, 老 and 阿, where they start no other word (小车, 老家).
FAMILIAR_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱林何郭罗梁宋郑谢韩唐冯董曹袁邓许傅曾彭吕苏蒋蔡贾魏薛潘杜"
)
# Given names after 小 and 阿: 小明, 阿强, not 小狗, 小雨.
GIVEN_AFTER_FAMILIAR = FAMILIAR_SURNAMES + (
    "明红芳丽强军华美伟刚东峰杰玲燕娟敏静霞慧婷芬兰菊云龙虎宝贝宇轩辰晨阳欣怡佳琪涵萌薇莉娜莹颖蕾宁乐"
    "文武斌彬鹏飞磊鑫涛浩博超亮辉波健勇毅凯"
)
NOT_AFTER_FAMILIAR = "末|列|年|朋友|萝卜|同|椒|许|经|时"
# Whose name follows 叫, and what follows it when it means to call or to order.
CALLED_ONES = "我你您他她它们猫狗儿女友弟妹哥姐爸妈公婆子孙员师"
NOT_CALLED = "醒我你您他她它车外号人大过了着什好一不去来上下"
# No given name ends so; the segmenter joins what follows a surname.
NOT_GIVEN = "说是在有的了要会想去来给和不也都对把被让吗呢吧啊这那"
# Characters that write the sound of foreign names, as in 玛丽·居里.
SOUNDS = (
    "阿埃艾爱安昂奥巴芭白班邦贝本比彼毕波伯博布查达戴黛丹当道德登迪蒂蒙丁东杜敦顿多恩儿尔法范菲"
    "费芬丰弗福盖冈戈格古瓜哈海汉豪赫亨胡华霍基吉加嘉杰金卡凯坎康考科克肯库夸奎拉来莱兰朗劳勒雷"
    "里丽莉利列林琳卢鲁伦罗洛吕马玛迈麦曼毛梅门蒙米密敏摩莫默姆木穆娜纳南内妮尼宁纽农努诺欧帕潘"
    "庞佩彭皮平普齐奇恰乔切琼丘让热仁日荣茹瑞若萨塞赛桑森沙莎山尚绍舍圣施什史士舒斯松苏索塔泰坦"
    "汤唐陶特腾提廷图托瓦万王威韦维魏温文沃乌伍西锡希席夏香肖谢辛欣休许逊雅亚延扬耶叶伊依因英尤"
    "于约扎泽詹张珍芝治朱兹宗佐居"
)
PLACE_ENDINGS = tuple(
    "大学 学院 中学 小学 医院 公园 机场 车站 火车站 银行 集团 博物馆 图书馆 体育馆".split()
)
NO_PLACE_ENDINGS = ("地区", "郊区", "山区", "小区", "校区", "城区", "社区", "景区", "农村", "乡镇")
# What the segmenter takes for names of people and is none.
NO_NAMES_ZH = frozenset(
    """
    田野 田庄 童真 齐聚 齐鲁 钱花 高峰会 高尔夫 高尔夫球 马拉松 安静 温馨 宁静 卓越 安保 阳光 友谊
    友谊赛 太棒了 沙龙 沙滩 智慧 蓝天 续航 过敏 明白 高兴 方便 方便面 金融 金额 白天 白领 常常
    万一 康复 文化 于是 毛巾 成功 成长 平时 平安 严重 严格 武术 乔迁 明天 明年 尚未 和平 时间 时候
    连续 全部 全家 田园 石头 石榴 江湖 汤圆 钱包 龙虾 雷雨 关系 关心 关注 管理 包子 包装 包括 简单
    解决 解释 车站 车票 房子 房间 房租 景点 景色 甘蓝 盛夏 童年 项目 曲奇 游泳 游戏 席位 卫生 查看
    柏油 桂花 任务 任何 夏天 夏季 钟头 石油 史诗 顾客 孟婆 段落 汪汪 田径 叶子 余额 许多 许愿 曾经
    何时 何必 何况 何处 罗列 梁山 宋体 唐诗 程序 程度 董事 董事长 应该 施工 洪水 祝福 祝愿 祝贺
    谷物 舒服 舒适 舒缓 费用 纪念 纪录 江南 汤面 施肥 左右 左边 林荫 黄瓜 黄金 黄油 黄色 周末 周年
    周围 周边 周到 周期 谢谢 胡椒 胡萝卜 胡同 朱古力 李子 杨梅 杨树 苏打 苏打水 温柔 安排 安全
    安装 安心 陈列 陈旧 张嘴 杜绝 姜汤 姜茶 戴上 童话 童装 高铁 高考 高中 高级 高大 马上 马路 金色
    金属 白色 方向 方法 方案 文章 文件 文学 常见 常用 万能 成绩 成为 成员 平台 平常 华丽 武器 元旦
    元宵 明显 明星 易于 和谐 钟表 时尚 时代 连接 全面 全新
    """.split()
)

# Places that people name without saying what they are. Others end in 市, 县, 路, 大学 and the like.
PLACES_ZH = frozenset(
    """
    北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南
    广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆 香港 澳门 广州 深圳
    杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 大连 沈阳 哈尔滨 长春 济南 合肥 福州 厦门 南昌
    昆明 贵阳 南宁 海口 三亚 石家庄 太原 呼和浩特 兰州 西宁 银川 乌鲁木齐 拉萨 无锡 宁波 温州 嘉兴
    绍兴 金华 台州 常州 南通 扬州 徐州 镇江 佛山 东莞 珠海 中山 惠州 汕头 湛江 桂林 柳州 北海 泉州
    漳州 烟台 威海 潍坊 临沂 洛阳 开封 襄阳 宜昌 岳阳 株洲 张家界 丽江 大理 西双版纳 九寨沟 黄山
    泰山 华山 峨眉山 敦煌 延安 保定 唐山 秦皇岛 廊坊 邯郸 大同 包头 鞍山 丹东 吉林 延边 齐齐哈尔
    大庆 芜湖 蚌埠 赣州 景德镇 遵义 曲靖 宝鸡 咸阳 喀什 台北 高雄 台中 台南 新竹 九龙 浦东 海淀
    朝阳区 徐汇 西湖 外滩 中关村 陆家嘴 三里屯 王府井 天安门 故宫 长城 颐和园 鼓浪屿 迪士尼 中国
    美国 英国 法国 德国 日本 韩国 朝鲜 俄罗斯 加拿大 澳大利亚 澳洲 新西兰 意大利 西班牙 葡萄牙
    荷兰 比利时 瑞士 瑞典 挪威 丹麦 芬兰 冰岛 爱尔兰 奥地利 波兰 捷克 匈牙利 希腊 土耳其 埃及 南非
    肯尼亚 摩洛哥 印度 巴基斯坦 泰国 越南 老挝 柬埔寨 缅甸 马来西亚 新加坡 印尼 印度尼西亚 菲律宾
    巴西 阿根廷 智利 秘鲁 墨西哥 古巴 以色列 伊朗 伊拉克 沙特 迪拜 阿联酋 乌克兰 欧洲 非洲 美洲
    亚洲 纽约 洛杉矶 旧金山 西雅图 波士顿 芝加哥 华盛顿 休斯顿 费城 拉斯维加斯 夏威夷 硅谷 伦敦
    曼彻斯特 爱丁堡 剑桥 牛津 巴黎 里昂 柏林 慕尼黑 法兰克福 汉堡 罗马 米兰 威尼斯 佛罗伦萨 马德里
    巴塞罗那 里斯本 阿姆斯特丹 布鲁塞尔 苏黎世 日内瓦 维也纳 布拉格 布达佩斯 雅典 伊斯坦布尔
    莫斯科 圣彼得堡 开罗 东京 大阪 京都 北海道 札幌 冲绳 名古屋 横滨 福冈 首尔 釜山 济州岛 曼谷
    清迈 普吉岛 河内 胡志明市 吉隆坡 巴厘岛 雅加达 马尼拉 悉尼 墨尔本 奥克兰 多伦多 温哥华
    蒙特利尔 墨西哥城 里约 圣保罗
    """.split()
)

import pytest

from retold.text.secrets import MASK, find_secrets, mask

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\nabc/+=\n-----END RSA PRIVATE KEY-----"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"

# Text, kind, and the characters that must go.
SECRETS = [
    # passwords said as such
    ("my password is hunter2", "password", "hunter2"), ("My password is banana.", "password", "banana"),
    ("password: hunter", "password", "hunter"), ("PASSWORD=hunter2;", "password", "hunter2"),
    ("The wifi password for the cabin is Sunny-Day9", "password", "Sunny-Day9"), ('the password is "correct horse"', "password", "correct horse"),
    ("I changed my password to Tr0ub4dor&3.", "password", "Tr0ub4dor&3"), ("my password is $ecret1", "password", "$ecret1"),
    ("my passphrase is now Blue42Sky", "password", "Blue42Sky"), ("我的密码是abc123", "password", "abc123"), ("密码：P@ssw0rd，别告诉别人", "password", "P@ssw0rd"),
    ("wifi密码 88888888", "password", "88888888"), ("我把密碼改成了qwe123", "password", "qwe123"), ("密码是“芝麻开门”", "password", "芝麻开门"),
    ("银行卡密码是 112233", "password", "112233"), ("验证码483920", "password", "483920"), ("家里门锁密码是2580", "password", "2580"),
    ("my PIN is 4821", "password", "4821"), ("the CVV is 123", "password", "123"), ("verification code: 483920", "password", "483920"), ("the door code is 2580", "password", "2580"),
    ("postgres://bob:s3cret@db/x", "password", "s3cret"),
    ("user: bob pass: hunter2", "password", "hunter2"),
    # keys and tokens
    ('{"token": "9f8e7d6c5b4a"}', "api_key", "9f8e7d6c5b4a"),
    ("use sk-abcdefghijklmnopqrstuvwx", "api_key", "sk-abcdefghijklmnopqrstuvwx"), ("sk-proj-Ab12_cd34-Ef56Gh78Ij", "api_key", "sk-proj-Ab12_cd34-Ef56Gh78Ij"),
    ("key AKIAIOSFODNN7EXAMPLE.", "api_key", "AKIAIOSFODNN7EXAMPLE"), ("AIza" + "Sy" * 17 + "A", "api_key", "AIza" + "Sy" * 17 + "A"),
    ("hf_" + "aB3" * 11, "api_key", "hf_" + "aB3" * 11), ('api_key = "abcd1234efgh"', "api_key", "abcd1234efgh"), ("我的 API key 是 abcd1234efgh5678", "api_key", "abcd1234efgh5678"),
    ("aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCY", "api_key", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY"), ("密钥：9f8e7d6c5b4a", "api_key", "9f8e7d6c5b4a"),
    ("ghp_" + "a1B2" * 9, "token", "ghp_" + "a1B2" * 9), ("xoxb-123456789012-abcdefghij", "token", "xoxb-123456789012-abcdefghij"),
    (f"jwt {JWT}", "token", JWT), ("Authorization: Bearer abcdef1234567890abcdef", "token", "abcdef1234567890abcdef"),
    (f"here: {PEM} ok", "private_key", PEM), ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz", "private_key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz"),
    ("my seed phrase is: " + "apple banana cherry " * 3 + "dog eagle goat", "private_key", "apple banana cherry " * 3 + "dog eagle goat"),
    # identity numbers
    ("我的身份证号是11010519491231002X", "national_id", "11010519491231002X"), ("身份证 110105 19491231 002X", "national_id", "110105 19491231 002X"),
    ("１１０１０５１９４９１２３１００２Ｘ", "national_id", "１１０１０５１９４９１２３１００２Ｘ"), ("SSN 123-45-6789", "national_id", "123-45-6789"),
    ("passport number E12345678", "national_id", "E12345678"), ("护照号：E12345678", "national_id", "E12345678"), ("香港身份证A123456(3)", "national_id", "A123456(3)"),
    # cards and accounts
    ("卡号6222 0202 0000 0000 008", "bank_card", "6222 0202 0000 0000 008"), ("4111 1111 1111 1111", "bank_card", "4111 1111 1111 1111"),
    ("4111111111111111", "bank_card", "4111111111111111"), ("5500-0000-0000-0004", "bank_card", "5500-0000-0000-0004"), ("amex 378282246310005", "bank_card", "378282246310005"),
    ("IBAN GB82 WEST 1234 5698 7654 32", "bank_card", "GB82 WEST 1234 5698 7654 32"), ("account number is 123456789012", "bank_card", "123456789012"),
    # phones
    ("我的手机号是13800138000", "phone", "13800138000"), ("电话：138-0013-8000", "phone", "138-0013-8000"), ("打13912345678找我", "phone", "13912345678"),
    ("+86 138 0013 8000", "phone", "+86 138 0013 8000"), ("手機號１３８００１３８０００", "phone", "１３８００１３８０００"), ("座机010-62345678", "phone", "010-62345678"), ("家里电话62345678", "phone", "62345678"),
    ("call me at (415) 555-2671", "phone", "(415) 555-2671"), ("415-555-2671", "phone", "415-555-2671"), ("+1 415.555.2671", "phone", "+1 415.555.2671"),
    ("+44 20 7946 0958", "phone", "+44 20 7946 0958"), ("my number is 555-1234", "phone", "555-1234"), ("my phone number is 07911 123456", "phone", "07911 123456"),
]  # fmt: skip
HARMLESS = [
    # numbers of other kinds
    "我出生于1998年", "预算3000元", "订单号13800138000", "转账13800138000元", "12345678901", "12012345678", "11012345678", "20240503123045",
    "1714000000000", "2019-2023", "2024-05-03 10:30", "05/03/2024", "ISBN 9787111128069", "192.168.100.200", "3.14159265358979", "order 4155552671",
    "QQ 12345678", "version 1.2.3.4", "100,000,000,000", "we have 1000000 users", "快递单号是75512345678901",
    "the score was 100-98", "iPhone 15 Pro", "RTX 4090", "123e4567-e89b-12d3-a456-426614174000", "my lucky number is 12345678",
    # wrong checks
    "110105194912310021", "4111111111111112", "A123456(4)", "GB82 WEST 1234 5698 7654 33", "000-12-3456",
    # talk about secrets
    "my password is too weak", "I forgot my password", "the password is expired", "my password is not working", "a password to remember",
    "my password is embarrassing", "密码是我的生日", "密码错了3次", "密码忘了", "他把密码改了", "password is ****", "password: <your password>", "密码：******",
    "use ${PASSWORD}", "the token limit is 4096", "Secret: I love you", "key: value", "the key is to practise daily", "a secret recipe", "I pinned it, the pin is gold",
    "token: 250", "call me at 5", "my phone cost 1299.99 dollars", "phone has 1000000 photos", "the code is ready", "pass: ", "pass the salt", "I passed: 90 points", "sk-learn and sk-8 shoes", "ghp_short",
    # nothing
    "", "今天天气很好", "I love hiking", "😀" * 20,
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "secret"), SECRETS)
def test_secrets_are_found_whole(text, kind, secret):
    assert [(s.kind, text[s.start : s.end]) for s in find_secrets(text)] == [(kind, secret)]


@pytest.mark.parametrize(("text", "kind", "secret"), SECRETS)
def test_masked_text_keeps_its_length_and_holds_no_secret(text, kind, secret):
    masked, kinds = mask(text)
    assert kinds == (kind,)
    assert masked == text.replace(secret, MASK * len(secret))
    assert find_secrets(masked) == []


@pytest.mark.parametrize("text", HARMLESS)
def test_other_text_is_left_alone(text):
    assert find_secrets(text) == []
    assert mask(text) == (text, ())


def test_several_secrets_in_order():
    text = "密码是abc123，手机13800138000，卡4111111111111111"
    assert mask(text) == (
        "密码是******，手机***********，卡****************",
        ("password", "phone", "bank_card"),
    )
    assert mask("13800138000 or 13912345678")[1] == ("phone",)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "1",
        "1 ",
        "password ",
        "密码",
        "a-",
        "key is ",
        PEM[:31],
        "eyJ",
        "a://",
        "+1 11 ",
        "seed phrase apple ",
    ],
)
def test_hostile_input_takes_linear_time(piece):
    assert isinstance(find_secrets(piece * (200_000 // len(piece))), list)

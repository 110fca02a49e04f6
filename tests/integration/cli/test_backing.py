"""Backups on the command line."""


def test_503_a_backup_is_put_back_without_what_was_erased_since(run, value, remembered, place):
    remembered()
    unit_id = remembered("我住在成都。")
    made = value("backup", "monday.db")
    assert (made["turns"], made["units"]) == (2, 2)
    run("erase", unit_id, "--yes")
    remembered("I work as a nurse.")
    assert "lost" in run("restore-backup", "monday.db", given="n\n", code=1).stderr
    assert len(value("memories")) == 2
    done = value("restore-backup", "monday.db", "--yes")
    assert (done["users"], done["units_erased"], done["turns_redacted"]) == (1, 1, 1)
    assert [unit["content"] for unit in value("memories")] != []
    assert "成都" not in run("export").stdout
    assert "nurse" not in run("export").stdout


def test_1203_a_backup_overwrites_nothing(run, remembered, place):
    remembered()
    (place / "monday.db").write_text("precious")
    assert "exists already" in run("backup", "monday.db", code=2).stderr
    assert (place / "monday.db").read_text() == "precious"
    assert "not a Retold" in run("restore-backup", "monday.db", "--yes", code=1).stderr

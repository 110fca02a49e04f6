import apsw
import pytest

from retold.cli.doctor import _file_check, _jobs_check, _vectors_check, versions


def job(**changed):
    plain = {"kind": "embed", "user": "ada", "attempts": 0, "age_seconds": 5.0, "late": False}
    return plain | {"last_error": ""} | changed


def test_no_jobs_are_well():
    assert _jobs_check({"jobs": []}).state == "ok"


def test_a_young_job_is_well():
    assert _jobs_check({"jobs": [job()]}).state == "ok"


def test_405_each_job_older_than_its_limit_is_named_with_its_age():
    late = [job(kind="sweep", user="", age_seconds=86_400 * 4, late=True, attempts=2)]
    late.append(job(age_seconds=7200, late=True))
    check = _jobs_check({"jobs": [job(), *reversed(late)]})
    assert (check.state, check.next_step) == ("warning", "retold maintain")
    assert check.detail == "3 due: sweep, for 4 d, attempts 2; embed ada, for 2 h"


def test_many_late_jobs_are_told_in_one_line():
    check = _jobs_check({"jobs": [job(late=True) for _ in range(99)]})
    assert check.detail.count("embed") == 3
    assert check.detail.endswith("; …")


def test_a_job_that_failed_tells_its_error():
    check = _jobs_check({"jobs": [job(last_error="connection refused")]})
    assert (check.state, "connection refused" in check.detail) == ("warning", True)


@pytest.mark.parametrize(("missing", "state"), [(0, "ok"), (3, "warning")])
def test_missing_vectors_have_a_next_step(missing, state):
    check = _vectors_check({"missing_vectors": missing})
    assert (check.state, bool(check.next_step)) == (state, missing > 0)


def test_a_sound_file(tmp_path):
    path = tmp_path / "a.db"
    apsw.Connection(str(path)).execute("create table t (x)")
    assert _file_check(path).state == "ok"


def test_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"this is not a database, whatever its name says" * 50)
    assert _file_check(path).state == "failure"


def test_a_damaged_file(tmp_path):
    path = tmp_path / "a.db"
    with apsw.Connection(str(path)) as connection:
        connection.execute("create table t (x); create index i on t (x)")
        connection.executemany("insert into t values (?)", ((f"{n:0900d}",) for n in range(200)))
    connection.close()
    whole = bytearray(path.read_bytes())
    whole[-6000:-2000] = bytes(4000)
    path.write_bytes(whole)
    assert _file_check(path).state == "failure"


def test_a_missing_file_is_only_a_warning(tmp_path):
    check = _file_check(tmp_path / "none.db")
    assert (check.state, "retold demo" in check.next_step) == ("warning", True)
    assert not (tmp_path / "none.db").exists()


def test_versions_name_what_is_installed():
    assert {"python", "sqlite", "retold", "apsw"} <= set(versions())

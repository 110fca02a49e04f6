import pytest

from retold import InputError, StoreUnavailableError
from retold.whole_files import new_file


def test_a_file_is_there_when_it_is_whole(tmp_path):
    with new_file(tmp_path / "a") as part:
        part.write_text("深")
        assert not (tmp_path / "a").exists()
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "深"


def test_after_an_error_nothing_is_left(tmp_path):
    def fail():
        with new_file(tmp_path / "a") as part:
            part.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_what_came_there_meanwhile_stays(tmp_path):
    def write_beside():
        with new_file(tmp_path / "a") as part:
            part.write_text("mine")
            (tmp_path / "a").write_text("theirs")

    with pytest.raises(InputError, match="exists already"):
        write_beside()
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "theirs"


def test_what_cannot_be_written_is_told(tmp_path):
    with pytest.raises(InputError, match="exists already"), new_file(tmp_path):
        pass
    with pytest.raises(InputError, match="no directory"), new_file(tmp_path / "no" / "a"):
        pass
    with pytest.raises(StoreUnavailableError, match="cannot be written"), new_file(tmp_path / "a"):
        pass  # nothing was written

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import httpx
import pytest

from name_collections.errors import FixDownloadError, NamesError, RetryDownloadError
from name_collections.fetch import fetch, retry_after

DATA = bytes(range(256)) * 5000


def ranged(data, answer, etag='"one"'):
    """Answer as a server that resumes."""

    def respond(request):
        wanted = request.headers.get("Range", "")
        condition = request.headers.get("If-Range", etag)
        if wanted and condition == etag:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            return answer(data[start:], 206, {"ETag": etag})
        return answer(data, 200, {"ETag": etag})

    return respond


def test_a_file_arrives_whole_and_nothing_else_is_left(loopback, answer, tmp_path, slept):
    loopback.answers = [answer(DATA)]
    path = fetch(f"{loopback.url}/some/names.zip", folder=tmp_path, sleep=slept.append)
    assert path == tmp_path / "names.zip"
    assert path.read_bytes() == DATA
    assert [p.name for p in tmp_path.iterdir()] == ["names.zip"]
    assert slept == []


def test_a_file_with_the_right_digest_is_not_asked_for_again(loopback, answer, tmp_path):
    loopback.answers = [answer(DATA)]
    digest = hashlib.sha256(DATA).hexdigest()
    fetch(f"{loopback.url}/a", folder=tmp_path, sha256=digest)
    fetch(f"{loopback.url}/a", folder=tmp_path, sha256=digest.upper())
    assert len(loopback.requests) == 1


@pytest.mark.parametrize("kind", ["sha256", "md5"])
def test_a_wrong_digest_is_refused_and_leaves_nothing(loopback, answer, tmp_path, kind):
    loopback.answers = [answer(DATA)]
    with pytest.raises(FixDownloadError, match=f"{kind} is"):
        fetch(f"{loopback.url}/a", folder=tmp_path, **{kind: "0" * 32})
    assert list(tmp_path.iterdir()) == []


def test_a_download_that_breaks_off_is_resumed_where_it_stopped(loopback, answer, tmp_path, slept):
    whole = ranged(DATA, answer)
    loopback.answers = [answer(DATA, 200, {"ETag": '"one"'}, cut=300_000), whole]
    path = fetch(f"{loopback.url}/a", folder=tmp_path, sleep=slept.append)
    assert path.read_bytes() == DATA
    assert loopback.requests[1].headers["Range"].startswith("bytes=")
    assert loopback.requests[1].headers["If-Range"] == '"one"'


def test_a_file_that_changed_meanwhile_is_not_patched_together(loopback, answer, tmp_path, slept):
    newer = DATA[::-1]
    first = answer(DATA, 200, {"ETag": '"one"'}, cut=300_000)
    loopback.answers = [first, ranged(newer, answer, '"two"')]
    path = fetch(f"{loopback.url}/a", folder=tmp_path, sleep=slept.append)
    assert path.read_bytes() == newer


def test_an_interrupted_command_goes_on_when_it_is_run_again(loopback, answer, tmp_path, slept):
    loopback.answers = [answer(DATA, 200, {"ETag": '"one"'}, cut=300_000)]
    with pytest.raises(RetryDownloadError, match="run it again"):
        fetch(f"{loopback.url}/a", folder=tmp_path, attempts=1, sleep=slept.append)
    loopback.answers = [ranged(DATA, answer)]
    path = fetch(f"{loopback.url}/a", folder=tmp_path, sleep=slept.append)
    assert path.read_bytes() == DATA
    assert "Range" in loopback.requests[-1].headers


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_retry_after_is_obeyed_and_backoff_grows_without_it(
    loopback, answer, tmp_path, slept, status
):
    later = answer(b"", status, {"Retry-After": "17"})
    loopback.answers = [later, answer(b"", status), answer(b"", status), answer(DATA)]
    fetch(f"{loopback.url}/a", folder=tmp_path, sleep=slept.append)
    assert slept == [17.0, 2.0, 4.0]


def test_a_server_that_stays_down_ends_in_one_line(loopback, answer, tmp_path, slept):
    loopback.answers = [answer(b"", 503)]
    with pytest.raises(RetryDownloadError, match=r"HTTP 503 \(5 attempts\)") as caught:
        fetch(f"{loopback.url}/a", folder=tmp_path, sleep=slept.append)
    assert "\n" not in str(caught.value)
    assert slept == [1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<!DOCTYPE html><html><title>Sign in</title>Please log in", "login or block page"),
        (b"\xef\xbb\xbf  <html><body>Access Denied</body></html>", "login or block page"),
        (b"<html><body>Hello</body></html>", "a web page instead"),
    ],
)
def test_a_page_instead_of_the_file_is_said(loopback, answer, tmp_path, body, words):
    loopback.answers = [answer(body)]
    with pytest.raises(FixDownloadError, match=words) as caught:
        fetch(f"{loopback.url}/names.zip", folder=tmp_path)
    assert "--input" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_page_is_welcome_where_a_page_is_wanted(loopback, answer, tmp_path):
    loopback.answers = [answer(b"<html>log in</html>")]
    assert fetch(f"{loopback.url}/a.htm", folder=tmp_path, html=True).exists()


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_refusal_is_not_tried_again(loopback, answer, tmp_path, slept, status):
    loopback.answers = [answer(b"no", status)]
    with pytest.raises(FixDownloadError, match=str(status)):
        fetch(f"{loopback.url}/a", folder=tmp_path, sleep=slept.append)
    assert len(loopback.requests) == 1


def test_sizes_are_limited_whether_or_not_the_server_says_them(loopback, answer, tmp_path):
    loopback.answers = [answer(DATA)]
    with pytest.raises(FixDownloadError, match="more than 1000"):
        fetch(f"{loopback.url}/a", folder=tmp_path, max_bytes=1000)
    packed = answer(gzip.compress(bytes(10_000_000)), 200, {"Content-Encoding": "gzip"})
    loopback.answers = [packed]
    with pytest.raises(FixDownloadError, match="more than 1000000"):
        fetch(f"{loopback.url}/b", folder=tmp_path, max_bytes=1_000_000)
    assert list(tmp_path.iterdir()) == []


def test_a_gzip_file_is_kept_as_it_is(loopback, answer, tmp_path):
    packed = gzip.compress(b"names")
    loopback.answers = [answer(packed)]
    assert fetch(f"{loopback.url}/a.gz", folder=tmp_path).read_bytes() == packed


def test_a_name_in_the_address_cannot_leave_the_folder(loopback, answer, tmp_path):
    loopback.answers = [answer(b"x")]
    for end in ("..%2F..%2Fevil", "%2E%2E", ".hidden", ""):
        path = fetch(f"{loopback.url}/a/{end}", folder=tmp_path / "in")
        assert path.parent == tmp_path / "in"
        assert path.is_file()


@pytest.mark.parametrize("url", ["ftp://example.invalid/a", "http://[", "names.zip"])
def test_what_is_no_address_is_said_at_once(tmp_path, slept, url):
    with pytest.raises(FixDownloadError, match="not an address"):
        fetch(url, folder=tmp_path, sleep=slept.append)
    assert slept == []


def test_an_unwritable_folder_is_one_line(loopback, answer, tmp_path):
    loopback.answers = [answer(b"x")]
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NamesError, match="cannot be written"):
        fetch(f"{loopback.url}/a", folder=tmp_path / "file")


def test_the_transport_is_injected(tmp_path):
    class Canned(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            assert "entity-renamer" in request.headers["User-Agent"]
            return httpx.Response(200, content=b"canned")

    path = fetch("https://example.invalid/a", folder=tmp_path, transport=Canned())
    assert path.read_bytes() == b"canned"


def test_progress_counts_the_bytes(loopback, answer, tmp_path):
    loopback.answers = [answer(DATA)]
    seen: list[int] = []
    fetch(f"{loopback.url}/a", folder=tmp_path, progress=seen.append)
    assert sum(seen) == len(DATA)


def test_retry_after_reads_numbers_and_dates():
    assert retry_after("12") == 12.0
    assert retry_after("Thu, 01 Jan 1970 00:01:40 GMT", now=lambda: 40.0) == 60.0
    assert retry_after("Thu, 01 Jan 1970 00:00:00 GMT", now=lambda: 40.0) == 0.0
    assert retry_after("soon") is None


def test_no_part_is_left_in_sight(loopback, answer, tmp_path, slept):
    loopback.answers = [answer(DATA, cut=1000)]
    with pytest.raises(RetryDownloadError):
        fetch(f"{loopback.url}/a", folder=tmp_path, attempts=2, sleep=slept.append)
    assert all(path.name.startswith(".") for path in Path(tmp_path).iterdir())

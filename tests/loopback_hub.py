"""A Hub on this machine, with faults to order: real clients talk to it over real sockets.

It answers what huggingface_hub and datasets ask when they create, commit, tag, list, download,
stream and load a dataset repository. State lives in memory, shaped like git: commits point at
their parent and at a whole tree, branches move, tags do not. Large files are stored on a second
port, as the Hub does. What it does not know it answers with 501, which no client retries.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qs, unquote, urlsplit

Drop = Literal["before", "sending", "answering", "after"]
"""Where a connection is cut: before the request is read; in the middle of reading it (neither is
applied); in the middle of the answer; instead of the answer (both are applied)."""

# One row per request that a client makes: kind, method, pattern of the path. The first that
# matches wins, so longer paths stand above the shorter ones that they extend.
_REPO = r"(?P<repo>[^/]+/[^/]+)"
_REV = r"(?P<rev>[^/]+)"
ROUTES: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (kind, method, re.compile(f"^{pattern}$"))
    for kind, method, pattern in (
        ("create", "POST", r"/api/repos/create"),
        ("validate", "POST", r"/api/validate-yaml"),
        ("whoami", "GET", r"/api/whoami-v2"),
        ("harnesses", "GET", r"/api/agent-harnesses"),
        ("preupload", "POST", rf"/api/datasets/{_REPO}/preupload/{_REV}"),
        ("commit", "POST", rf"/api/datasets/{_REPO}/commit/{_REV}"),
        ("commits", "GET", rf"/api/datasets/{_REPO}/commits/{_REV}"),
        ("discussions", "GET", rf"/api/datasets/{_REPO}/discussions"),
        ("tag", "POST", rf"/api/datasets/{_REPO}/tag/{_REV}"),
        ("untag", "DELETE", rf"/api/datasets/{_REPO}/tag/{_REV}"),
        ("refs", "GET", rf"/api/datasets/{_REPO}/refs"),
        ("tree", "GET", rf"/api/datasets/{_REPO}/tree/{_REV}(?:/(?P<path>.+))?"),
        ("paths", "POST", rf"/api/datasets/{_REPO}/paths-info/{_REV}"),
        ("info", "GET", rf"/api/datasets/{_REPO}/revision/{_REV}"),
        ("info", "GET", rf"/api/datasets/{_REPO}"),
        ("batch", "POST", rf"/datasets/{_REPO}\.git/info/lfs/objects/batch"),
        ("head", "HEAD", rf"/(?:api/)?datasets/{_REPO}/resolve/{_REV}/(?P<path>.+)"),
        ("get", "GET", rf"/(?:api/)?datasets/{_REPO}/resolve/{_REV}/(?P<path>.+)"),
        ("put", "PUT", r"/objects/(?P<oid>[0-9a-f]{64})"),
        ("object", "HEAD", r"/objects/(?P<oid>[0-9a-f]{64})"),
        ("object", "GET", r"/objects/(?P<oid>[0-9a-f]{64})"),
        ("verify", "POST", r"/verify"),
    )
)
WRITES = frozenset({"create", "preupload", "commit", "tag", "untag", "batch"})
KINDS = tuple(dict.fromkeys(kind for kind, _, _ in ROUTES))


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to one request in place of, or around, its right answer.

    `meanwhile` runs before the request is looked at, `then` when it was applied but not answered.
    `endless` bytes follow the right ones, and no length is said.
    """

    status: int = 0
    drop: Drop | None = None
    meanwhile: Callable[[], None] | None = None
    then: Callable[[], None] | None = None
    headers: tuple[tuple[str, str], ...] = ()
    endless: int = 0


@dataclass(frozen=True, slots=True)
class Blob:
    """A stored file; `oid` is the id of its git blob, which for a large file is a pointer."""

    data: bytes
    large: bool
    sha256: str
    oid: str

    @property
    def etag(self) -> str:
        return self.sha256 if self.large else self.oid


def blob_of(data: bytes, *, large: bool) -> Blob:
    """Return the blob of a file's bytes."""
    sha256 = hashlib.sha256(data).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{sha256}\nsize {len(data)}\n"
    content = pointer.encode() if large else data
    oid = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
    return Blob(data, large, sha256, oid)


Tree = dict[str, Blob]


@dataclass(frozen=True, slots=True)
class Commit:
    """One state of a repository."""

    oid: str
    parent: str
    title: str
    message: str
    author: str
    tree: Tree


@dataclass(slots=True)
class Repo:
    """A dataset repository."""

    private: bool
    commits: dict[str, Commit] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    objects: dict[str, bytes] = field(default_factory=dict)
    unverified: dict[str, bytes] = field(default_factory=dict)
    proposals: list[tuple[str, Tree]] = field(default_factory=list)

    def find(self, revision: str) -> Commit:
        oid = self.branches.get(revision) or self.tags.get(revision) or revision
        if oid not in self.commits:
            raise RefusalError(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return self.commits[oid]

    def store(self, data: bytes, *, large: bool) -> Blob:
        """Store a file's bytes."""
        blob = blob_of(data, large=large)
        if large:
            self.objects[blob.sha256] = data
        return blob

    def log(self, revision: str = "main") -> list[Commit]:
        """Return the commits of a revision, newest first."""
        log = [self.find(revision)]
        while log[-1].parent:
            log.append(self.commits[log[-1].parent])
        return log

    def add(self, tree: Tree, title: str, *, message: str = "", author: str = "hub") -> Commit:
        """Commit a tree on main."""
        parent = self.branches.get("main", "")
        parts = (parent, title, message, author, *(f"{p} {b.oid}" for p, b in sorted(tree.items())))
        oid = hashlib.sha1("\n".join(parts).encode()).hexdigest()
        commit = Commit(oid, parent, title, message, author, tree)
        self.commits[oid] = commit
        self.branches["main"] = oid
        return commit


class RefusalError(Exception):
    """An answer that is not a success."""

    def __init__(self, status: int, message: str, code: str = "", **body: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.body = {"error": message, **body}


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it came in and what became of it: a status, or where it was cut."""

    kind: str
    path: str
    outcome: int | str


@dataclass(frozen=True, slots=True)
class Answer:
    """A success."""

    body: Any = None
    data: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


class LoopbackHub:
    """The Hub: its repositories, its accounts, the faults ordered and the journal of calls."""

    GITATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.writers = {"hf_writer": "maintainer"}
        self.readers = {"hf_reader": "reader"}
        self.calls: list[Call] = []
        self.page = 1000
        self.endless_sent = 0
        self._faults: dict[str, list[Fault | None]] = {}
        self._any: tuple[int, Fault] | None = None
        self._lock = threading.RLock()
        self._front = _serve(self)
        self._storage = _serve(self)

    @property
    def url(self) -> str:
        """The endpoint."""
        return f"http://127.0.0.1:{self._front.server_port}"

    @property
    def storage_url(self) -> str:
        """Where large files are put and fetched."""
        return f"http://127.0.0.1:{self._storage.server_port}"

    def close(self) -> None:
        """Stop both servers."""
        for server in (self._front, self._storage):
            server.shutdown()
            server.server_close()

    def order(self, kind: str, fault: Fault, *, times: int = 1, after: int = 0) -> None:
        """Order a fault for the next `times` requests of a kind, once `after` others went well."""
        if kind not in KINDS:
            raise ValueError(f"unknown kind {kind!r}; known: {', '.join(KINDS)}")
        with self._lock:
            queue = self._faults.setdefault(kind, [])
            queue.extend([None] * after + [fault] * times)

    def order_next(self, fault: Fault, *, after: int) -> None:
        """Order a fault for one request of whatever kind, once `after` others came in."""
        with self._lock:
            self._any = (len(self.calls) + after, fault)

    def forget_faults(self) -> None:
        """Answer rightly from now on."""
        with self._lock:
            self._faults.clear()
            self._any = None

    def kinds(self) -> list[str]:
        """Return the kinds of the calls so far, in order."""
        return [call.kind for call in self.calls]

    def create(self, repo: str, *, private: bool = False) -> Repo:
        """Create a repository as the Hub does: with one commit that holds .gitattributes."""
        made = Repo(private)
        made.add({".gitattributes": blob_of(self.GITATTRIBUTES, large=False)}, "initial commit")
        self.repos[repo] = made
        return made

    def commit_by_other(self, repo: str, files: dict[str, bytes], title: str = "A fix") -> Commit:
        """Commit files on main as another maintainer would."""
        with self._lock:
            found = self.repos[repo]
            added = {
                path: found.store(data, large=path.endswith(".parquet"))
                for path, data in files.items()
            }
            return found.add({**found.find("main").tree, **added}, title, author="other")

    # -- answers, one a kind ------------------------------------------------------------------

    def fault_for(self, kind: str) -> Fault | None:
        """Take the next fault ordered for a kind of request."""
        with self._lock:
            if self._any and len(self.calls) >= self._any[0]:
                fault, self._any = self._any[1], None
                return fault
            queue = self._faults.get(kind)
            return queue.pop(0) if queue else None

    def answer(self, request: Request, fault: Fault) -> Answer:
        """Answer a request, or raise RefusalError."""
        if fault.status:
            raise RefusalError(fault.status, f"fault {fault.status}, as ordered")
        if request.kind == "unknown":
            raise RefusalError(501, f"the loopback Hub does not know {request.path}")
        with self._lock:
            self._authorize(request)
            handle: Callable[[Request], Answer] = getattr(self, f"_{request.kind}")
            return handle(request)

    def _authorize(self, request: Request) -> None:
        user = self.writers.get(request.token) or self.readers.get(request.token)
        if request.token and not user:
            raise RefusalError(401, "Invalid credentials in Authorization header")
        if request.kind in WRITES:
            if not request.token:
                raise RefusalError(401, "Unauthorized")
            if request.token not in self.writers:
                raise RefusalError(403, "You don't have the rights to write here")
        name = request.args.get("repo", "")
        if name and (name not in self.repos or (self.repos[name].private and not user)):
            raise RefusalError(401 if not user else 404, "Repository not found", "RepoNotFound")

    def _repo(self, request: Request) -> Repo:
        return self.repos[request.args["repo"]]

    def _create(self, request: Request) -> Answer:
        body = request.json()
        name = f"{body.get('organization') or self.writers[request.token]}/{body['name']}"
        url = f"{self.url}/datasets/{name}"
        if name in self.repos:
            raise RefusalError(409, "You already created this dataset repo", url=url, id=name)
        private = body.get("private") or body.get("visibility") == "private"
        self.create(name, private=bool(private))
        return Answer({"url": url, "id": name, "name": name})

    def _validate(self, request: Request) -> Answer:
        return Answer({"errors": [], "warnings": []})

    def _whoami(self, request: Request) -> Answer:
        if not request.token:
            raise RefusalError(401, "Unauthorized")
        return Answer({"type": "user", "name": self.writers.get(request.token, "reader")})

    def _harnesses(self, request: Request) -> Answer:
        raise RefusalError(404, "not here")

    def _preupload(self, request: Request) -> Answer:
        tree = self._repo(request).find(request.args["rev"]).tree
        files = []
        for file in request.json()["files"]:
            large = file["path"].endswith(".parquet") or file["size"] > 10_000_000
            row = {"path": file["path"], "shouldIgnore": False}
            row["uploadMode"] = "lfs" if large else "regular"
            if file["path"] in tree:
                row["oid"] = tree[file["path"]].etag
            files.append(row)
        return Answer({"files": files})

    def _batch(self, request: Request) -> Answer:
        repo = self._repo(request)
        objects = []
        for item in request.json()["objects"]:
            row: dict[str, Any] = {"oid": item["oid"], "size": item["size"]}
            if item["oid"] not in repo.objects:
                href = f"{self.storage_url}/objects/{item['oid']}?repo={request.args['repo']}"
                row["actions"] = {
                    "upload": {"href": href},
                    "verify": {"href": f"{self.url}/verify?repo={request.args['repo']}"},
                }
            objects.append(row)
        return Answer({"transfer": "basic", "objects": objects})

    def _put(self, request: Request) -> Answer:
        oid = request.args["oid"]
        if hashlib.sha256(request.body).hexdigest() != oid:
            raise RefusalError(400, "the object does not match its id")
        self.repos[request.query["repo"][0]].unverified[oid] = request.body
        return Answer()

    def _verify(self, request: Request) -> Answer:
        repo = self.repos[request.query["repo"][0]]
        oid = request.json()["oid"]
        if oid not in repo.unverified:
            raise RefusalError(404, "no such object")
        repo.objects[oid] = repo.unverified[oid]
        return Answer({})

    def _commit(self, request: Request) -> Answer:
        repo = self._repo(request)
        head = repo.find(request.args["rev"])
        lines = [json.loads(line) for line in request.body.splitlines() if line.strip()]
        header = lines[0]["value"]
        parent = header.get("parentCommit")
        if parent and not head.oid.startswith(parent):
            raise RefusalError(412, "A commit has happened since. Please refresh and try again.")
        tree = dict(head.tree)
        for line in lines[1:]:
            _apply(tree, repo, line["key"], line["value"])
        author = self.writers[request.token]
        if request.query.get("create_pr"):
            return self._propose(request, repo, tree, header["summary"])
        made = repo.add(tree, header["summary"], message=header["description"], author=author)
        url = f"{self.url}/datasets/{request.args['repo']}/commit/{made.oid}"
        return Answer({"success": True, "commitOid": made.oid, "commitUrl": url, "hookOutput": ""})

    def _propose(self, request: Request, repo: Repo, tree: Tree, title: str) -> Answer:
        repo.proposals.append((title, tree))
        number = len(repo.proposals)
        url = f"{self.url}/datasets/{request.args['repo']}"
        return Answer({
            "success": True, "commitOid": f"{number:040}",
            "commitUrl": f"{url}/commit/{number:040}",
            "pullRequestUrl": f"{url}/discussions/{number}", "hookOutput": "",
        })  # fmt: skip

    def _discussions(self, request: Request) -> Answer:
        found = [
            {
                "title": title, "num": number, "author": {"name": "maintainer"}, "status": "open",
                "isPullRequest": True, "createdAt": "2026-01-01T00:00:00.000Z",
                "repo": {"name": request.args["repo"], "type": "dataset"},
            }
            for number, (title, _) in enumerate(self._repo(request).proposals, start=1)
        ]  # fmt: skip
        return Answer({"discussions": found, "count": len(found), "start": 0})

    def _commits(self, request: Request) -> Answer:
        log = self._repo(request).log(request.args["rev"])
        return Answer([
            {
                "id": commit.oid,
                "title": commit.title,
                "message": commit.message,
                "authors": [{"user": commit.author, "avatar": ""}],
                "date": "2026-01-01T00:00:00.000Z",
            }
            for commit in log
        ])  # fmt: skip

    def _tag(self, request: Request) -> Answer:
        repo = self._repo(request)
        name = request.json()["tag"]
        if name in repo.tags:
            raise RefusalError(409, f"Tag {name} already exists")
        repo.tags[name] = repo.find(request.args["rev"]).oid
        return Answer()

    def _untag(self, request: Request) -> Answer:
        self._repo(request).tags.pop(request.args["rev"], None)
        return Answer()

    def _refs(self, request: Request) -> Answer:
        repo = self._repo(request)
        named = (("heads", repo.branches), ("tags", repo.tags))
        heads, tags = (
            [
                {"name": name, "ref": f"refs/{kind}/{name}", "targetCommit": oid}
                for name, oid in refs.items()
            ]
            for kind, refs in named
        )
        return Answer({"branches": heads, "converts": [], "tags": tags})

    def _info(self, request: Request) -> Answer:
        repo = self._repo(request)
        commit = repo.find(request.args.get("rev", "main"))
        name = request.args["repo"]
        return Answer({
            "_id": "0" * 24, "id": name, "author": name.split("/")[0], "sha": commit.oid,
            "private": repo.private, "gated": False, "disabled": False, "tags": [],
            "downloads": 0, "likes": 0, "lastModified": "2026-01-01T00:00:00.000Z",
            "createdAt": "2026-01-01T00:00:00.000Z",
            "siblings": [{"rfilename": path} for path in sorted(commit.tree)],
        })  # fmt: skip

    def _tree(self, request: Request) -> Answer:
        tree = self._repo(request).find(request.args["rev"]).tree
        recursive = request.query.get("recursive", ["false"])[0].lower() in {"true", "1"}
        entries = _listing(tree, request.args.get("path") or "", recursive=recursive)
        start = int(request.query.get("cursor", ["0"])[0])
        headers: tuple[tuple[str, str], ...] = ()
        if start + self.page < len(entries):
            where = f"{self.url}{request.path}?recursive={recursive}&cursor={start + self.page}"
            headers = (("Link", f'<{where}>; rel="next"'),)
        return Answer(entries[start : start + self.page], headers=headers)

    def _paths(self, request: Request) -> Answer:
        tree = self._repo(request).find(request.args["rev"]).tree
        kind = request.headers.get("Content-Type", "")
        asked = request.json() if "json" in kind else parse_qs(request.body.decode())
        found = []
        for path in asked.get("paths", []):
            clean = path.strip("/")
            if clean in tree:
                found.append(_entry(clean, tree[clean]))
            elif any(name.startswith(f"{clean}/") for name in tree):
                found.append(_folder(clean))
        return Answer(found)

    def _head(self, request: Request) -> Answer:
        return self._get(request)

    def _get(self, request: Request) -> Answer:
        commit = self._repo(request).find(request.args["rev"])
        path = request.args["path"]
        common = (("X-Repo-Commit", commit.oid),)
        if path not in commit.tree:
            raise RefusalError(404, "Entry not found", "EntryNotFound")
        blob = commit.tree[path]
        if not blob.large:
            etag = (("ETag", f'"{blob.oid}"'), ("Accept-Ranges", "bytes"))
            return _ranged(blob.data, request, common + etag)
        name = request.args["repo"]
        return Answer(
            status=302,
            headers=(
                *common,
                ("Location", f"{self.storage_url}/objects/{blob.sha256}?repo={name}"),
                ("X-Linked-Etag", f'"{blob.sha256}"'),
                ("X-Linked-Size", str(len(blob.data))),
                ("ETag", f'"{blob.oid}"'),
            ),
        )

    def _object(self, request: Request) -> Answer:
        objects = self.repos[request.query["repo"][0]].objects
        oid = request.args["oid"]
        if oid not in objects:
            raise RefusalError(404, "no such object")
        return _ranged(objects[oid], request, (("ETag", f'"{oid}"'),))


@dataclass(slots=True)
class Request:
    """A request taken apart."""

    kind: str
    path: str
    args: dict[str, str]
    query: dict[str, list[str]]
    headers: Any
    token: str
    body: bytes = b""

    def json(self) -> Any:
        """Return the body read as JSON."""
        return json.loads(self.body)


def _apply(tree: Tree, repo: Repo, key: str, value: dict[str, Any]) -> None:
    """Apply one line of a commit to a tree."""
    path = value["path"]
    if key == "file":
        tree[path] = repo.store(base64.b64decode(value["content"]), large=False)
    elif key == "lfsFile":
        if value["oid"] not in repo.objects:
            raise RefusalError(400, f"the content of {path} was never uploaded")
        tree[path] = repo.store(repo.objects[value["oid"]], large=True)
    elif key == "deletedFile":
        if path not in tree:
            raise RefusalError(404, f"A file with this name doesn't exist: {path}", "EntryNotFound")
        del tree[path]
    elif key == "deletedFolder":
        for name in [name for name in tree if name.startswith(path.rstrip("/") + "/")]:
            del tree[name]
    else:
        raise RefusalError(501, f"unknown line {key} in a commit")


def _entry(path: str, blob: Blob) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "type": "file", "path": path, "oid": blob.oid, "size": len(blob.data),
        "lastCommit": {
            "id": "0" * 40, "title": "a commit", "date": "2026-01-01T00:00:00.000Z",
        },
    }  # fmt: skip
    if blob.large:
        entry["lfs"] = {"oid": blob.sha256, "size": len(blob.data), "pointerSize": 130}
    return entry


def _folder(path: str) -> dict[str, Any]:
    oid = hashlib.sha1(path.encode()).hexdigest()
    return {"type": "directory", "path": path, "oid": oid, "size": 0}


def _listing(tree: Tree, base: str, *, recursive: bool) -> list[dict[str, Any]]:
    prefix = f"{base.strip('/')}/" if base.strip("/") else ""
    inside = sorted(path for path in tree if path.startswith(prefix))
    if prefix and not inside:
        raise RefusalError(404, f"{base} does not exist", "EntryNotFound")
    folders: set[str] = set()
    files = []
    for path in inside:
        parts = path[len(prefix) :].split("/")
        depth = len(parts) - 1 if recursive else min(1, len(parts) - 1)
        folders.update(prefix + "/".join(parts[: end + 1]) for end in range(depth))
        if recursive or len(parts) == 1:
            files.append(_entry(path, tree[path]))
    return sorted([*map(_folder, folders), *files], key=lambda entry: str(entry["path"]))


def _ranged(data: bytes, request: Request, headers: tuple[tuple[str, str], ...]) -> Answer:
    match = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("Range") or "")
    if not match:
        return Answer(data=data, headers=headers)
    start = int(match[1])
    end = min(int(match[2]) + 1 if match[2] else len(data), len(data))
    if start >= len(data):
        raise RefusalError(416, "the range is not in the file")
    span = ("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
    return Answer(data=data[start:end], status=206, headers=(*headers, span))


def _serve(hub: LoopbackHub) -> ThreadingHTTPServer:
    class Handler(_Handler):
        pass

    Handler.hub = hub
    server = _Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return server


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of connections that were cut on purpose or by a killed client."""


class _Handler(BaseHTTPRequestHandler):
    hub: LoopbackHub
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def log_message(self, *args: Any) -> None:
        """Keep quiet: the journal is in the hub."""

    def _handle(self) -> None:
        request = self._parse()
        fault = self.hub.fault_for(request.kind) or Fault()
        if fault.meanwhile:
            fault.meanwhile()
        if fault.drop == "before":
            self._cut(request, "before")
            return
        length = int(self.headers.get("Content-Length") or 0)
        if fault.drop == "sending":
            self.rfile.read(length // 2)
            self._cut(request, "sending")
            return
        request.body = self._body(length)
        answer = self._answer(request, fault)
        if fault.then:
            fault.then()
        if fault.drop == "after":
            self._cut(request, "after")
            return
        if fault.endless and self.command == "GET":
            self._send_endless(request, answer, fault.endless)
            return
        self._send(request, answer, cut=fault.drop == "answering")

    do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = _handle  # noqa: N815

    def _parse(self) -> Request:
        split = urlsplit(self.path)
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ").strip()
        for kind, method, pattern in ROUTES:
            match = pattern.match(split.path) if method == self.command else None
            if match:
                args = {key: unquote(text) for key, text in match.groupdict().items() if text}
                query = parse_qs(split.query)
                return Request(kind, split.path, args, query, self.headers, token)
        return Request("unknown", split.path, {}, {}, self.headers, token)

    def _body(self, length: int) -> bytes:
        if "chunked" not in (self.headers.get("Transfer-Encoding") or ""):
            return self.rfile.read(length)
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _answer(self, request: Request, fault: Fault) -> Answer:
        try:
            return self.hub.answer(request, fault)
        except RefusalError as refusal:
            code = (("X-Error-Code", refusal.code),) if refusal.code else ()
            message = (("X-Error-Message", str(refusal)),)
            return Answer(refusal.body, b"", refusal.status, (*code, *message, *fault.headers))
        except Exception as error:  # a fault of the loopback itself: shown at once, not retried
            return Answer({"error": f"loopback: {error!r}"}, b"", 501)

    def _send(self, request: Request, answer: Answer, *, cut: bool) -> None:
        data = answer.data
        if answer.body is not None:
            data = json.dumps(answer.body).encode()
        self.hub.calls.append(Call(request.kind, self.path, "answering" if cut else answer.status))
        self.send_response(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        if answer.body is not None:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data[: len(data) // 2] if cut else data)
        if cut:
            self._close()

    def _send_endless(self, request: Request, answer: Answer, more: int) -> None:
        self.hub.calls.append(Call(request.kind, self.path, answer.status))
        self.send_response(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        try:
            self.wfile.write(answer.data)
            while self.hub.endless_sent < more:
                self.wfile.write(b"x" * (1 << 20))
                self.hub.endless_sent += 1 << 20
        except OSError:
            return  # the client has had enough

    def _cut(self, request: Request, where: str) -> None:
        self.hub.calls.append(Call(request.kind, self.path, where))
        self._close()

    def _close(self) -> None:
        self.wfile.flush()
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def loopback_hub() -> Iterator[LoopbackHub]:
    """Serve a Hub for the length of a with block."""
    hub = LoopbackHub()
    try:
        yield hub
    finally:
        hub.close()

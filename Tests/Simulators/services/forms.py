"""What browsers and programs send in a body: forms with files, and plain ones."""

import collections
import urllib.parse

Part = collections.namedtuple("Part", "name filename content")


class BadForm(Exception):
    """The body is no form."""


def multipart(content_type, body):
    """The parts of a `multipart/form-data` body, strictly: RFC 7578 and 2046."""
    kind, _, boundary = content_type.partition("boundary=")
    if not kind.startswith("multipart/form-data;") or not boundary or len(boundary) > 70:
        raise BadForm("no multipart/form-data with a boundary")
    mark = b"--" + boundary.encode("ascii")
    if not body.startswith(mark + b"\r\n") or not body.endswith(b"\r\n" + mark + b"--\r\n"):
        raise BadForm("the boundary does not frame the body")
    inner = body[len(mark) + 2:-len(mark) - 6]
    return [part(piece) for piece in inner.split(b"\r\n" + mark + b"\r\n")]


def part(piece):
    head, separator, content = piece.partition(b"\r\n\r\n")
    if not separator:
        raise BadForm("a part without an empty line")
    lines = [line.partition(": ") for line in head.decode("utf-8").split("\r\n")]
    headers = {name.lower(): value for name, _, value in lines}
    words = dict(word.strip().partition("=")[::2]
                 for word in headers.get("content-disposition", "").split(";")[1:])
    if "name" not in words:
        raise BadForm("a part without a name")
    filename = words.get("filename")
    return Part(words["name"].strip('"'), None if filename is None else filename.strip('"'), content)


def plain(body):
    """The fields of an `application/x-www-form-urlencoded` body."""
    return dict(urllib.parse.parse_qsl(body.decode("ascii"), keep_blank_values=True))

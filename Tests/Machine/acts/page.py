"""The page inside the shipped sandbox: closed, opened on the box, and what it answers to whom."""

import json

from sentences import Log, Sending
from stage import demand

ADDRESS = "http://127.0.0.1:8088"


def play(stage):
    box = stage.box()
    with stage.step("nothing listens before somebody asks for it"):
        demand("8088" not in box.sh("ss -Hltn"), "a port is open")
        text = box.barograph("page", check=False)
        demand("listen = 127.0.0.1:8088" in text, f"the command does not say how: {text}")
    with stage.step("two lines open it on the box"):
        box.configure("page", "[page]\nlisten = 127.0.0.1:8088")
        box.wait_for(f"{curl('/health')} | grep -q ^200", "the page does not open")
        demand("127.0.0.1:8088" in box.sh("ss -Hltn"), "it listens elsewhere")
    with stage.step("page, status and metrics are there for everybody on the box"):
        for path, part in (("/", "<!doctype html>"), ("/v1/status", '"state"'),
                           ("/metrics", "barograph_")):
            answer = box.sh(curl(path))
            demand(answer.startswith("200") and part in answer.lower(), f"{path}: {answer[:300]}")
    with stage.step("another host's name, another page and no token open nothing"):
        start = "/v1/record/start"
        for what in (curl("/v1/status", "Host: glider.example.com"), curl(start, method="POST"),
                     curl(start, "Origin: http://example.com", "Authorization: Bearer x", method="POST")):
            answer = box.sh(what)
            demand(answer[:3] in ("401", "403", "421"), f"{what}: {answer[:300]}")
    sending = Sending(box.receiver(), Log("demo", day="240726").instants, 1)
    with stage.step("with the token a recording is started and stopped"):
        box.wait_until(lambda told: told["state"] == "armed", "it is not armed")
        token = json.loads(box.barograph("page --json"))["token"]
        rights = f"Authorization: Bearer {token}"
        answer = box.sh(curl(start, rights, method="POST"))
        demand(answer.startswith("2"), answer[:300])
        box.wait_until(lambda told: told["recording"], "it does not start")
        demand(box.sh(curl("/v1/record/stop", rights, method="POST")).startswith("2"), "no stop")
    sending.stop()
    box.pull_gadget("receiver")
    with stage.step("without the lines it is closed again"):
        box.sh("rm /etc/barograph/barograph.conf.d/page.conf; systemctl restart barographd")
        box.wait_until(lambda told: told["state"], "it does not answer")
        demand("8088" not in box.sh("ss -Hltn"), "the port is still open")


def curl(path, *headers, method="GET"):
    """A shell's command that asks: it prints the status, a line end and the body."""
    words = " ".join(f"'{header}'" for header in headers)
    return f"/mnt/ask {method} {ADDRESS}{path} {words}"

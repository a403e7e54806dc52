"""From a package to a service that waits for a fix."""

from stage import demand


def play(stage):
    box = stage.box()
    with stage.step("the service has its user, its folder and its socket"):
        owner = box.sh("stat -c '%U:%G %a' /var/lib/barograph").strip()
        demand(owner == "barograph:barograph 750", f"/var/lib/barograph is {owner}")
        box.sh("test -S /run/barograph/barograph.sock")
    with stage.step("barograph status says what is missing: a receiver"):
        told = box.barograph("status", check=False)
        demand("the receiver has no position" in told or "see that the receiver has power" in told,
               told)
    with stage.step("no unit has failed, nothing is logged as an error"):
        demand(box.sh("systemctl is-system-running", check=False).strip() == "running",
               box.sh("systemctl --failed", check=False))
        errors = box.sh("journalctl -b -u barographd -p err --no-pager -q").strip()
        demand(not errors, errors)

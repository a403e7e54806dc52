"""NetworkManager's word on metering, and a receiver outside that is reached through TLS."""

import shutil

from logbook import Logger
from sentences import FLIGHTS
from server import NAME, Server
from stage import demand

CONFIGURATION = "[sync]\nca-file = /etc/barograph/authority.pem"
CABLE = "\"$(nmcli -g UUID,DEVICE connection show --active | awk -F: '$2 ~ /^e/ { print $1 }')\""


def play(stage):
    box = stage.box()
    folder = box.folder / "server"
    shutil.rmtree(folder, ignore_errors=True)
    with Server(stage.receiver_program(), folder, stage.server_port) as server:
        connect(stage, box, server)
        wait_and_drain(stage, box)
        lose_the_network(stage, box)
    box.sh("rm /etc/barograph/barograph.conf.d/sync.conf; barograph sync off; "
           "systemctl restart barographd")


def sync(told):
    return told["sync"]["state"]


def is_sent(told):
    """Whether the server has everything."""
    group = told["sync"]
    return (group["state"] == "up-to-date" and not group["pending_rows"]
            and not group["pending_files"])


def connect(stage, box, server):
    with stage.step("NetworkManager brings the network up"):
        box.wait_for("nmcli -g STATE general | grep -q ^connected", "there is no network")
    authority = box.put(server.authority)
    box.sh(f"cp {authority} /etc/barograph/ && chmod 644 /etc/barograph/authority.pem && "
           f"echo 10.0.2.100 {NAME} >>/etc/hosts")
    box.configure("sync", CONFIGURATION)
    with stage.step("the box signs in to the receiver outside, through TLS"):
        box.wait_until(lambda told: told["state"], "it does not answer")
        box.sh(f"echo {server.code()} | barograph account sign-in --server https://{NAME}:8430")


def wait_and_drain(stage, box):
    with stage.step("metered, uploads wait, and status says what for"):
        box.sh(f"nmcli connection modify {CABLE} connection.metered yes && "
               f"nmcli device reapply $(nmcli -g DEVICE connection show --active | grep ^e)")
        box.barograph("sync on --yes --unmetered-only yes")
        box.put(another_flight(box))
        box.barograph("import /mnt/67EX4711.igc")
        told = box.wait_until(lambda told: "unmetered" in told["sync"]["line"], "it does not wait")
        demand(told["sync"]["pending_rows"] > 0, "nothing waits")
        demand("unmetered" in box.barograph("status", check=False), "the text does not say it")
    with stage.step("unmetered, they go by themselves"):
        box.sh(f"nmcli connection modify {CABLE} connection.metered no && "
               f"nmcli device reapply $(nmcli -g DEVICE connection show --active | grep ^e)")
        box.wait_until(is_sent, "not everything was sent")
    with stage.step("the receiver has what the box has, byte for byte"):
        verdict = box.barograph("sync verify")
        demand("server-equals-store yes" in verdict, verdict)


def lose_the_network(stage, box):
    with stage.step("the cable is pulled: offline, and recording is not concerned"):
        box.qmp("set_link", name="cable", up=False)
        box.wait_until(lambda told: sync(told) == "offline", "it does not notice")
        box.barograph("homebases add Field 50.5,9.95")
    with stage.step("plugged in again, what waited is sent"):
        box.qmp("set_link", name="cable", up=True)
        box.wait_until(is_sent, "not everything was sent")


def another_flight(box):
    """A flight of another logger that the logbook may not have yet."""
    folder = box.folder / "other"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    flight = Logger(FLIGHTS / "demo/truth.csv", folder).flight
    flight.write_bytes(flight.read_bytes().replace(b"Grace Example", b"Alan Example"))
    return flight

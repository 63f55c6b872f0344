"""A mod on a dying disk: what cannot be read is counted, and everything else is answered.

    python3 dying_disk.py path/to/ck3raven

The kernel answers EIO for reads of one file and one folder of a mod: strace injects it. Needs strace and nothing else.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

TRAIT = "brave = {\n\tmartial = %d\n}\n"


def write(folder, name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)
    return path


class Server:
    """The server with its disk broken at some places, and a client without a library."""

    def __init__(self, server, home, broken):
        calls = "read,pread64,readv,preadv,getdents64"
        tracer = ["strace", "-f", "-qq", "-o", os.path.join(home, "strace.log"), "-e", f"trace={calls}", "-e", f"inject={calls}:error=EIO"]
        tracer += [word for path in broken for word in ("-P", path)]
        self.child = subprocess.Popen(
            [*tracer, server, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "CK3RAVEN_HOME": home}, text=True,
        )
        self.next = 0
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "dying disk", "version": "1"}}
        self.request("initialize", hello)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.child.stdin.write(json.dumps(message) + "\n")
        self.child.stdin.flush()

    def request(self, method, params):
        self.next += 1
        self.send({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
        answer = json.loads(self.child.stdout.readline())
        assert answer["id"] == self.next, answer
        return answer["result"]

    def call(self, tool, **arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]

    def end(self):
        self.child.stdin.close()
        assert self.child.wait(60) == 0, "the server did not end well"


def main(server):
    with tempfile.TemporaryDirectory() as home:
        game, mod = (os.path.join(home, name) for name in ("game", "mod"))
        write(game, "common/traits/00_traits.txt", TRAIT % 2)
        write(game, "events/war.txt", "namespace = war\nwar.1 = { }\n")
        bad_file = write(mod, "common/traits/zz_bad.txt", TRAIT % 9)
        write(mod, "common/traits/01_good.txt", TRAIT % 4)
        bad_folder = os.path.dirname(write(mod, "events/lost.txt", "lost.1 = { }\n"))
        write(home, "data/wip/a.txt", "a\n")
        config = f"mode = 'ck3lens'\n[roots]\ngame = '{game}'\nck3raven_data = '{home}/data'\n[[mods]]\nname = 'Dying'\npath = '{mod}'\n"
        write(home, "ck3raven.toml", config)

        # The twin: nothing is broken, and nothing is counted.
        whole = Server(server, home, [os.path.join(home, "nothing")])
        found = whole.call("ck3_lens", command="object", key="brave")
        assert found["code"] == "WA-DB-S-001", found
        assert found["data"]["objects"][0]["in_force"] == "mod:Dying/common/traits/zz_bad.txt", found
        assert found["data"]["looked_at"]["unreadable"] == 0, found
        whole.end()

        # What an earlier run knows would not be asked of the disk again.
        shutil.rmtree(os.path.join(home, "state", "index"), ignore_errors=True)
        dying = Server(server, home, [bad_file, bad_folder])
        found = dying.call("ck3_lens", command="object", key="brave")
        assert found["code"] == "WA-DB-S-001", found
        assert found["data"]["objects"][0]["in_force"] == "mod:Dying/common/traits/01_good.txt", found
        assert found["data"]["looked_at"]["unreadable"] == 2, found["data"]["looked_at"]
        listed = dying.call("ck3_lens", command="conflicts")
        assert (listed["code"], listed["data"]["looked_at"]["unreadable"]) == ("WA-DB-S-003", 2), listed
        searched = dying.call("ck3_search", query="martial")
        assert searched["code"] == "WA-READ-S-005", searched
        assert [file["file"] for file in searched["data"]["files"]] == ["root:game/common/traits/00_traits.txt", "mod:Dying/common/traits/01_good.txt"], searched
        assert searched["data"]["searched"]["unreadable"] == 2, searched
        # Asked for itself, the file is an error: stop and report.
        read = dying.call("ck3_read", path="mod:Dying/common/traits/zz_bad.txt")
        assert (read["code"], read["reply_type"]) == ("WA-READ-E-001", "E"), read
        assert dying.call("ck3_lens", command="object", key="war.1")["data"]["objects"][0]["in_force"] == "root:game/events/war.txt"
        dying.end()
        with open(os.path.join(home, "strace.log"), encoding="utf-8", errors="replace") as log:
            injected = log.read().count("EIO")
        assert injected > 0, "nothing was broken"
    print(f"{injected} reads failed with EIO; what they hid was counted, and every call was answered")


if __name__ == "__main__":
    main(*sys.argv[1:])

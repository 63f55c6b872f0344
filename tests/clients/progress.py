"""A real client hears how far the index is before it has its answer, and nothing after it.

    python progress.py path/to/ck3raven legacy|auto|2026-07-28    on stdio
    python progress.py http://… legacy|auto|2026-07-28            over HTTP; CK3RAVEN_HTTP_TOKEN is the secret

It writes scripts into the sample world of CK3RAVEN_HOME, which the index has to read, and removes them again.
"""

import asyncio
import os
import shutil
import sys

from client import connected

FILES = 2_000
FOLDER = "common/scripted_triggers"


async def nobody(context, params):
    raise AssertionError("nobody is asked")


async def main(server, mode):
    folder = os.path.join(os.environ["CK3RAVEN_HOME"], "sample", "game", FOLDER)
    async with connected(server, mode, nobody) as client:
        begun = await client.call_tool("ck3_session", {"command": "init", "mode": "ck3lens"})
        session = {"session": begun.structured_content["data"]["session"]} if server.startswith("http") else {}
        os.makedirs(folder, exist_ok=True)
        try:
            for number in range(FILES):
                with open(os.path.join(folder, f"{number}.txt"), "w", encoding="utf-8") as file:
                    file.write(f"trigger_{number} = {{ always = yes }}\n" * 200)
            received = []

            async def progress(done, total, message):
                received.append((done, total, message))

            arguments = {"command": "conflicts", "folder": FOLDER, **session}
            answer = await client.call_tool("ck3_lens", arguments, progress_callback=progress)
            assert answer.structured_content["code"] == "WA-DB-S-003", answer.structured_content
            before = list(received)
            # Descriptors count too.
            assert before and all(total >= FILES for _, total, _ in before), before
            assert all(one[0] < other[0] for one, other in zip(before, before[1:])), before
            await asyncio.sleep(0.5)
            assert received == before, "something was sent after the answer"
        finally:
            shutil.rmtree(folder)
    print(f"received {len(before)} times, last {before[-1][0]:.0f} of {FILES} {before[-1][2]}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

"""What was asked and answered, and what must therefore be on disk."""

import os
import threading


class Tally:
    """Requests, answers, and what went wrong, of all agents."""

    def __init__(self):
        self.lock = threading.Lock()
        self.asked = self.answered = self.unanswerable = 0
        self.codes = {}
        self.faults = {}
        self.failures = []

    def ask(self):
        with self.lock:
            self.asked += 1

    def note(self, code):
        with self.lock:
            self.answered += 1
            self.codes[code] = self.codes.get(code, 0) + 1

    def killed(self):
        """A request whose server was killed before it answered: nobody can answer it."""
        with self.lock:
            self.unanswerable += 1

    def fault(self, name, times=1):
        with self.lock:
            self.faults[name] = self.faults.get(name, 0) + times

    def fail(self, why):
        with self.lock:
            self.failures.append(why)


class Ledger:
    """What each file of one agent must hold. The agent is the only one that changes it.

    A change that was answered with S was made; one that was answered otherwise was not (L27); one whose server was killed was
    made or was not, and the file says which.
    """

    def __init__(self, tally, folder):
        self.tally = tally
        self.folder = folder
        self.held = {}
        self.unknown = {}

    def holds(self, name):
        return self.held.get(name)

    def answered(self, change, envelope, killed=False):
        name, content = change
        if killed:
            self.unknown.setdefault(name, []).append(content)
        elif envelope and envelope["status"] == "success":
            self.held[name] = content
        self.check(name)

    def check(self, name):
        """The file holds what it must; what was unknown is known from here on."""
        found = self.on_disk(name)
        allowed = [self.held.get(name), *self.unknown.pop(name, [])]
        if found not in allowed:
            self.tally.fail(f"{name} holds {found!r}, not {' or '.join(map(repr, allowed))}")
        self.held[name] = found

    def check_all(self):
        for name in list(self.held):
            self.check(name)

    def on_disk(self, name):
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return None

"""What was asked and answered, and what must therefore be on disk."""

import os
import threading


class Tally:
    """Requests, answers, and what went wrong, of all agents."""

    def __init__(self):
        self.lock = threading.Lock()
        self.asked = self.answered = self.unanswerable = 0
        self.codes = {}
        self.tools = {}
        self.faults = {}
        self.failures = []
        self.longest_wait = 0.0

    def ask(self):
        with self.lock:
            self.asked += 1

    def note(self, code, tool=None):
        with self.lock:
            self.answered += 1
            self.codes[code] = self.codes.get(code, 0) + 1
            if tool:
                kinds = self.tools.setdefault(tool, {})
                kind = code.split("-")[2] if code.count("-") == 3 else "other"
                kinds[kind] = kinds.get(kind, 0) + 1

    def killed(self):
        """A request whose server was killed before it answered: nobody can answer it."""
        with self.lock:
            self.unanswerable += 1

    def fault(self, name, times=1):
        with self.lock:
            self.faults[name] = self.faults.get(name, 0) + times

    def waited(self, seconds):
        with self.lock:
            self.longest_wait = max(self.longest_wait, seconds)

    def fail(self, why):
        with self.lock:
            self.failures.append(why)


class Put:
    """A file holds a content afterwards, or is gone."""

    def __init__(self, name, content):
        self.name, self.content = name, content

    def apply(self, held):
        return {self.name: self.content}


class Drop:
    """A folder is gone, with all that was in it."""

    def __init__(self, folder):
        self.folder = folder

    def apply(self, held):
        return {name: None for name in held if name.startswith(self.folder + "/")}


class Move:
    """A file or a folder has another name."""

    def __init__(self, old, new):
        self.old, self.new = old, new

    def apply(self, held):
        after = {}
        for name, content in held.items():
            if (name == self.old or name.startswith(self.old + "/")) and content is not None:
                after[name] = None
                after[self.new + name[len(self.old):]] = content
        return after


class Ledger:
    """What each file of one agent must hold. The agent is the only one that changes it.

    A change that was answered with S was made; one that was answered otherwise was not (L27); one whose server was killed was
    made or was not, and the files say which.
    """

    def __init__(self, tally, folder):
        self.tally = tally
        self.folder = folder
        self.held = {}
        self.unknown = {}

    def holds(self, name):
        return self.held.get(name)

    def files_in(self, folder):
        return [name for name, content in self.held.items() if content is not None and name.startswith(folder + "/")]

    def answered(self, change, envelope, killed=False):
        after = change.apply(self.held)
        for name, content in after.items():
            if killed:
                self.unknown.setdefault(name, []).append(content)
            elif envelope and envelope["status"] == "success":
                self.held[name] = content
        for name in after:
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
        except (FileNotFoundError, NotADirectoryError):
            return None

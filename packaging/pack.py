#!/usr/bin/env python3
"""Packs a folder for people: a `.zip` for Windows, a `.tar.gz` elsewhere, and its SHA-256 beside it.

    packaging/pack.py FOLDER ARCHIVE TIME      TIME in seconds since 1970, for every file

The same content gives the same archive on every system that builds releases: no names of users, one time, one order.
"""

import gzip
import hashlib
import os
import sys
import tarfile
import time
import zipfile

folder, archive, stamp = sys.argv[1], sys.argv[2], int(sys.argv[3])
base = os.path.basename(folder)
names = sorted(os.listdir(folder))


def mode(name):
    return 0o755 if name in ("ck3raven", "ck3raven.exe") else 0o644


def read(name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


if archive.endswith(".zip"):
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in names:
            entry = zipfile.ZipInfo(f"{base}/{name}", time.gmtime(max(stamp, 315532800))[:6])
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, (0o100000 | mode(name)) << 16
            packed.writestr(entry, read(name))
else:
    with open(archive, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as stream:
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as packed:
            for name in names:
                entry = tarfile.TarInfo(f"{base}/{name}")
                entry.size, entry.mtime, entry.mode = os.path.getsize(os.path.join(folder, name)), stamp, mode(name)
                with open(os.path.join(folder, name), "rb") as content:
                    packed.addfile(entry, content)

with open(archive, "rb") as file:
    digest = hashlib.sha256(file.read()).hexdigest()
with open(archive + ".sha256", "w", newline="\n") as file:
    file.write(f"{digest}  {os.path.basename(archive)}\n")

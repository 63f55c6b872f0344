"""The demonstration as a picture: what `ck3raven demo` prints, in its colours.

    CLICOLOR_FORCE=1 cargo run -q -p ck3raven -- demo | python3 docs/demo-picture.py > docs/demo.svg
"""

import html
import re
import sys

COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#f2cc60", "35": "#d2a8ff"}
WIDTH, LINE, LEFT, TOP = 980, 19, 22, 52
SCENES = ("Invalid:", "Denied:", "Approval:")
ESCAPE = re.compile(r"\x1b\[(\d*)m")


def scenes(text):
    """The scenes that are shown: what is wrong is corrected, what is denied is escalated."""
    parts = re.split(r"\n(?=\x1b\[1m[A-Z][a-z]+:)", text)
    shown = [part.strip("\n") for part in parts if ESCAPE.sub("", part).lstrip().startswith(SCENES)]
    return "\n\n".join(re.sub(r"\n{3,}", "\n\n", part) for part in shown).split("\n")


def spans(line):
    """A line as pieces of text, each with its style."""
    style, out = {}, []
    for number, piece in enumerate(ESCAPE.split(line)):
        if number % 2 == 0:
            css = "".join(f' {name}="{value}"' for name, value in style.items())
            out.append(f"<tspan{css}>{html.escape(piece)}</tspan>" if piece else "")
        elif piece in ("", "0"):
            style = {}
        elif piece == "1":
            style["font-weight"] = "bold"
        elif piece == "2":
            style["fill"] = "#8b949e"
        elif piece in COLOURS:
            style["fill"] = COLOURS[piece]
    return "".join(out)


lines = scenes(sys.stdin.read())
height = TOP + LINE * len(lines) + 10
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="ck3raven demo">')
print(f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#0d1117"/>')
for place, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
    print(f'<circle cx="{22 + 20 * place}" cy="20" r="6" fill="{colour}"/>')
font = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
print(f'<g font-family="{font}" font-size="13" fill="#e6edf3" xml:space="preserve">')
for number, line in enumerate(lines):
    print(f'<text x="{LEFT}" y="{TOP + LINE * number}" xml:space="preserve">{spans(line)}</text>')
print("</g></svg>")

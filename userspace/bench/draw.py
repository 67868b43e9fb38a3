#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""What the lines of the harness say; on standard input.

    draw.py          which goals were reached; status 1 where one was missed
    draw.py JOB      a plot as SVG: by size, or where there is one size by text
"""
import json
import math
import sys
from collections import Counter, defaultdict
from statistics import geometric_mean

OURS = ("avx512", "avx2", "ssse3", "neon", "scalar")
BOUND = "memcpy"    # no rival: it only copies
LEARNT, NEW, EQUAL, ANY = False, True, 0.98, math.inf
K64, M2 = 64 << 10, 2 << 20

# Job, sizes, cell; of AVX-512 and of AVX2 how many times as fast as the best peer of a text:
# the geometric mean, the least of a text, and how many texts may be under EQUAL.  The texts
# are files, where there are any.
GOALS = [
    ("validate", (8, 16, 32, 64), NEW, (1.3, 0, ANY), (1.3, 0, ANY)),
    ("validate", (8, 16, 32, 64), LEARNT, (1.3, 0, ANY), None),
    ("validate", (128, 256, 512), NEW, (1.1, 0, ANY), (1.05, 0, ANY)),
    ("validate", (128, 256, 512), LEARNT, (0.95, 0, ANY), (0.95, 0, ANY)),
    ("validate", (1 << 10, 2 << 10, 4 << 10, 8 << 10), NEW, (1.5, 0, 0), (1.15, 0, ANY)),
    ("validate", (K64,), NEW, (1.7, 0, 0), (1.37, 0, 0)),
    ("validate", (K64,), LEARNT, (1.2, 0, ANY), (1.03, 0, ANY)),
    ("validate", (M2,), NEW, (1.7, 0, 0), (1.59, 0, 0)),
    ("repair-valid", (K64, M2), NEW, (1.3, 0, 3), (1.09, 0, 5)),
    ("repair-0.01%", (K64, M2), NEW, (1.15, 0, ANY), (1.14, 0, 5)),
    ("repair-0.1%", (K64,), NEW, (0.7, 0.6, ANY), (0.75, 0.6, ANY)),
    ("repair-0.5%", (K64,), NEW, (0.8, 0, ANY), (0.85, 0, ANY)),
    ("count", (K64,), NEW, (0.5, 0, ANY), (0.5, 0, ANY)),
    ("utf16-utf8", (K64,), NEW, (1.11, 0, ANY), (1.08, 0, ANY)),
    ("utf8-utf16", (K64,), NEW, (1.17, 0, ANY), (1.92, 0, ANY)),
    ("utf32-utf8", (K64,), NEW, (1.56, 0, ANY), (1.13, 0, ANY)),
    ("utf8-utf32", (K64,), NEW, (1.24, 0, ANY), (1.59, 0, ANY)),
    ("is-nfc", (K64,), NEW, (1.80, 0.95, ANY), (1.60, 0.95, ANY)),
    ("nfc-nfc", (K64,), NEW, (1.79, 0, ANY), (1.59, 0, ANY)),
    ("nfd-nfc", (K64,), NEW, (2.03, 0, ANY), (1.88, 0, ANY)),
    ("nfc-nfd", (K64,), NEW, (1.75, 0.95, ANY), (1.52, 0.95, ANY)),
    ("nfd-nfd", (K64,), NEW, (1.80, 0.95, ANY), (1.57, 0.95, ANY)),
    ("nfkc-casefold", (K64,), NEW, (2.16, 0, ANY), (1.73, 0, ANY)),
]
# Nanoseconds of each error; how many times as fast as a write to others.
AN_ERROR = {("records-1%", K64, LEARNT): 150, ("repair-nfc-1%", K64, LEARNT): 150}
DEVICE = {"tmpfs": 1, "pipe": 1.2}
# Of Okabe and Ito, which colour-blind people can tell apart; later ones have dashes.
COLOURS = "#0072b2 #d55e00 #009e73 #000000 #cc79a7 #e69f00 #56b4e9".split()
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 1200, 520, 60, 190, 40, 110


def read():
    """{(job, size, new): {text: {who: nanoseconds}}}, and the bytes of each text."""
    cells, size_of = defaultdict(lambda: defaultdict(dict)), {}
    for line in map(json.loads, sys.stdin):
        if "absent" not in line:
            key = line["job"], line["size"], line["new"]
            cells[key][line["text"]][line["who"]] = line["ns"]
            size_of[key, line["text"]] = line["bytes"]
    return cells, size_of


def beside_peers(cell, job, ours):
    """How many times as fast as the best peer, text by text."""
    rival = "ICU" if "nf" in job else "simdutf"     # the others say nothing without it
    texts = {text: whos for text, whos in cell.items() if "/" in text} or cell
    return {text: min(ns for who, ns in whos.items() if who not in (*OURS, BOUND)) / whos[ours]
            for text, whos in texts.items() if ours in whos and rival in whos}


def beside(others, cell, who):
    """How many times as fast as @others, which has times of each text."""
    return {text: others[text] / whos[who] for text, whos in cell.items() if who in whos and others.get(text)}


def goals(cells):
    """The cell, what is judged, the ratio of each text, and the goal."""
    for job, sizes, new, *wanted in GOALS:
        for key in ((job, size, new) for size in sizes):
            for ours, goal in zip(OURS, wanted):
                yield key, ours, beside_peers(cells[key], job, ours), goal
    for ours in OURS[:2]:
        key = "edge", 1 << 10, LEARNT
        amid = {text: whos.get(ours) for text, whos in cells["validate", 1 << 10, LEARNT].items()}
        yield key, f"{ours}, as amid a page", beside(amid, cells[key], ours), (1, 0, ANY)
        for key, ns in AN_ERROR.items():
            limit = dict.fromkeys(cells[key], ns * K64 / 100)
            yield key, f"{ours}, {ns} ns an error", beside(limit, cells[key], ours), (1, 0, ANY)
    key = "device", K64, LEARNT
    for peer, least in DEVICE.items():
        other = {"ascii": cells[key].get("ascii", {}).get(peer)}
        yield key, f"beside {peer}, of ASCII", beside(other, cells[key], "device"), (least, 0, ANY)


def judge(what, ratios, goal):
    """Prints what became of a goal.  Return: that in a word."""
    least, worst, most = goal
    mean, low = geometric_mean(ratios.values()), min(ratios, key=ratios.get)
    under = sum(ratio < EQUAL for ratio in ratios.values())
    verdict = "reached" if mean >= least and ratios[low] >= worst and under <= most else "MISSED"
    print(f"{verdict:12} {what}: {mean:.2f} ({ratios[low]:.2f} {low}), {under} of {len(ratios)}"
          f" under {EQUAL}; goal {least} ({worst}), {'any' if most is ANY else most}")
    return verdict


def speeds_of(cells, size_of, job):
    """{who: {size or text: GB/s}}; learnt, where that was measured."""
    keys = sorted(key for key in cells if key[0] == job
                  and not (key[2] and cells.get((*key[:2], LEARNT))))
    found = defaultdict(lambda: defaultdict(list))
    for key in keys:
        for text, whos in cells[key].items():
            for who, ns in whos.items():
                found[who][key[1] if len(keys) > 1 else text].append(size_of[key, text] / ns)
    return {who: {label: geometric_mean(values) for label, values in of.items()} for who, of in found.items()}


def size_name(label):
    """Of a size, as 64K; a text has its name."""
    if not isinstance(label, int) or label < 1024:
        return label
    return f"{label >> 20}M" if label >> 20 else f"{label >> 10}K"


def draw(lines, title):
    labels = list(dict.fromkeys(label for of in lines.values() for label in of))
    every = [math.log10(value) for of in lines.values() for value in of.values()]
    low, high = min(every), max(every) + 0.01

    def x(label):
        return LEFT + (WIDTH - LEFT - RIGHT) * labels.index(label) / max(len(labels) - 1, 1)

    def y(value):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log10(value)) / (high - low)

    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
          f'font-size="12"><rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="20">{title}</text>')
    for tick in (n * 10.0 ** power for power in range(-4, 5) for n in (1, 2, 5)):
        if low <= math.log10(tick) <= high:
            print(f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                  f'<text x="{LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
    for label in labels:
        print(f'<text transform="translate({x(label):.1f} {HEIGHT - BOTTOM + 16}) rotate(-40)"'
              f' text-anchor="end">{size_name(label)}</text>')
    # Sizes have an order, and a line joins them; texts are each for itself.
    in_order = all(isinstance(label, int) for label in labels)
    for i, (who, of) in enumerate(lines.items()):
        who = f"utf8check, {who}" if who in OURS else who
        style = f'stroke="{COLOURS[i % 7]}" stroke-width="2" fill="none" stroke-dasharray="{"6 4" if i >= 7 else 0}"'
        points = [(x(label), y(value)) for label, value in of.items()]
        if in_order:
            print(f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}" {style}/>')
        else:
            print(*(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" {style}/>' for a, b in points), sep="")
        print(f'<path d="M{WIDTH - RIGHT + 20} {TOP + 18 * i}h30" {style}/>'
              f'<text x="{WIDTH - RIGHT + 58}" y="{TOP + 18 * i + 4}">{who}</text>')
    print("</svg>")


def main():
    cells, size_of = read()
    if len(sys.argv) > 1:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            model = next((line.split(": ")[1].strip() for line in f if line.startswith("model name")), "")
        draw(speeds_of(cells, size_of, sys.argv[1]), f"{sys.argv[1]}: GB/s, the mean of all texts, {model}")
        return
    verdicts = Counter()
    for key, what, ratios, goal in goals(cells):
        if goal and cells[key]:
            what = f"{key[0]} {key[1]} {'new' if key[2] else 'learnt'} {what}"
            verdicts[judge(what, ratios, goal) if ratios else "not measured"] += 1
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.items()))
    sys.exit(1 if verdicts["MISSED"] else 0)


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The manual as HTML: pages_html.py DIR PAGE...

By mandoc, a file each PAGE, and index.html: all pages with a line each, and a box that
shows the pages and headings that have a word.
"""
import html
import pathlib
import re
import subprocess
import sys

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --dim: #57606a; --link: #0550ae; --box: #f3f5f7 }
@media (prefers-color-scheme: dark) {
	:root { --ink: #e6e9ed; --paper: #14171b; --dim: #9aa4ae; --link: #79b8ff; --box: #20252b } }
body { font: 1em/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
	max-width: 46em; margin: 0 auto; padding: 1em; overflow-wrap: break-word }
a { color: var(--link) } h1 { font-size: 1.3em; margin-top: 1.5em } h2 { font-size: 1.1em }
a.permalink { color: inherit; text-decoration: none }
pre { background: var(--box); padding: .6em; overflow-x: auto; max-width: 100% }
.Bd-indent, .Bl-tag > dd { margin-left: 1em }
pre, code, .Fl, .Cm, .Nm, .Li, .Ic { font-family: ui-monospace, monospace }
table { border-spacing: .6em .1em; display: block; overflow-x: auto } td { vertical-align: top }
.head, .foot { display: none }
.Nd, .of { color: var(--dim) } section.Sh > section.Ss { margin-left: 0 }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .4em; color: inherit;
	background: var(--box); border: 1px solid var(--dim) } li { margin: .2em 0 }
"""

INDEX = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>utf8check: the manual</title><link rel="stylesheet" href="manual.css">
<h1>utf8check: the manual</h1>
<p>Begin with <a href="utf8check.1.html">utf8check(1)</a> and its
<a href="utf8check.1.html#A_TOUR_OF_FIVE_MINUTES">tour of five minutes</a>, or with the
<a href="utf8check-faq.7.html">questions that users ask</a>.</p>
<input type="search" placeholder="Search pages and headings" aria-label="Search" autofocus>
<ul id="pages">{pages}</ul><ul id="headings" hidden>{headings}</ul>
<script>
const box = document.querySelector("input"), headings = document.getElementById("headings");
box.oninput = () => {{
	const words = box.value.toLowerCase().split(/\\s+/);
	headings.hidden = !box.value.trim();
	for (const row of document.querySelectorAll("li"))
		row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
}};
box.oninput();
</script></html>
"""


def converted(page):
    text = subprocess.run(["mandoc", "-Thtml", "-O", "style=manual.css,man=%N.%S.html", page],
                          capture_output=True, text=True, check=True).stdout
    return text.replace("<head>", '<head>\n  <meta name="viewport" content="width=device-width, initial-scale=1">', 1)


def line_of(text):
    """What a page is about."""
    found = re.search(r'class="Nd"[^>]*>(.*?)</', text, re.S) or re.search(
        r'id="NAME".*?</h1>.*?(?:-|\u2014|&#x2014;)(.*?)<', text, re.S)
    return " ".join(found.group(1).split()) if found else ""


def title_of(page):
    name, section = page.name.rsplit(".", 1)
    return f"{name}({section})"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manual.css").write_text(STYLE.lstrip())
    pages, headings = [], []
    for page in sorted(map(pathlib.Path, sys.argv[2:]), key=lambda page: (page.suffix, page.stem)):
        text, title = converted(page), html.escape(title_of(page))
        (folder / f"{page.name}.html").write_text(text, encoding="utf-8")
        pages.append(f'<li><a href="{page.name}.html">{title}</a> '
                     f'<span class="of">{line_of(text)}</span></li>')
        headings += [f'<li><a href="{page.name}.html#{place}">{re.sub("<.*?>", "", said)}</a> '
                     f'<span class="of">{title}</span></li>'
                     for place, said in re.findall(
                         r'<h[12] class="S[hs]" id="([^"]+)">(.*?)</h', text, re.S)
                     if place not in ("NAME", "SYNOPSIS", "SEE_ALSO", "EXIT_STATUS", "DESCRIPTION")]
    (folder / "index.html").write_text(INDEX.format(pages="\n".join(pages), headings="\n".join(headings)))


main()

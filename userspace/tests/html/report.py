#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The pages of `check --html` and `scan --html` as a browser shows them.

    report.py COMMAND [PICTURE]

COMMAND is the path of utf8check; PICTURE gets a picture of the page. Chromium is told
what to do through ChromeDriver, in the W3C's WebDriver protocol.
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

HOSTILE = '<img src=x onerror="document.title=1">&amp;\u202e.txt'


class Browser:
    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                self.base = "http://127.0.0.1:" + line.split()[-1].rstrip(".")
                break
        else:
            raise RuntimeError("ChromeDriver did not start")
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu",
                            "--disable-dev-shm-usage", "--window-size=1000,1400"]}
        wanted = {"goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        session = self.call("POST", "/session",
                            {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/session/" + session["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.load(answer)["value"]

    def open(self, path):
        self.call("POST", "/url", {"url": path.resolve().as_uri()})

    def run(self, script, *args):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(args)})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def close(self):
        self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait()


def rows(browser, table):
    return browser.run("""
        const rows = document.getElementById(arguments[0]).tBodies[0].rows
        return [...rows].map(row => [...row.cells].map(cell => cell.textContent.trim()))
    """, table)


def click(browser, table, column):
    browser.run("document.getElementById(arguments[0]).tHead.rows[0].cells[arguments[1]].click()",
                table, column)


def visible(browser):
    return browser.run("""
        return [...document.getElementById('findings').tBodies[0].rows].filter(row => !row.hidden)
            .map(row => [...row.cells].map(cell => cell.textContent.trim()))""")


def filter_by(browser, name, value):
    browser.run("""
        const field = document.forms[0][arguments[0]]
        field.value = arguments[1]
        field.dispatchEvent(new Event('input', { bubbles: true }))
    """, name, value)


def look_at_narrow(browser, picture):
    """At 400 pixels, and in the dark; pictures for who wants to look."""
    def device(command, **params):
        browser.call("POST", "/goog/cdp/execute", {"cmd": command, "params": params})
    device("Emulation.setDeviceMetricsOverride", width=400, height=900, deviceScaleFactor=1,
           mobile=True)
    wide = browser.run("return document.documentElement.scrollWidth")
    check("nothing is wider than 400 pixels", wide <= 400, wide)
    device("Emulation.setEmulatedMedia",
           features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark = browser.run("return getComputedStyle(document.body).color")
    check("light text in the dark", dark == "rgb(255, 255, 255)", dark)
    if picture:
        shot = browser.call("GET", "/screenshot")
        pathlib.Path(picture).with_suffix(".dark.png").write_bytes(base64.b64decode(shot))
    device("Emulation.setEmulatedMedia", features=[])
    device("Emulation.clearDeviceMetricsOverride")


passed = failed = 0


def check(title, good, more=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(("ok - " if good else "not ok - ") + "html: " + title + (f": {more}" if not good else ""))


def look_at_table(browser, table, expected):
    kinds = sorted(expected.items())
    by_name = [[k, f"{n:,}"] for k, n in kinds]
    check(f"{table} counts", rows(browser, table) == by_name, rows(browser, table))
    click(browser, table, 1)
    numbers = [int(row[1].replace(",", "")) for row in rows(browser, table)]
    check("a click sorts numbers, the largest first",
          numbers == sorted(expected.values(), reverse=True), numbers)
    click(browser, table, 1)
    numbers = [int(row[1].replace(",", "")) for row in rows(browser, table)]
    check("another click turns them round", numbers == sorted(expected.values()), numbers)
    click(browser, table, 0)
    check("a click sorts words", rows(browser, table) == by_name)


def look_at_findings(browser):
    found = rows(browser, "findings")
    shown = visible(browser)
    check("all findings are there, a hundred are shown", len(found) > 100 and len(shown) == 100,
          (len(found), len(shown)))
    browser.run("document.forms[0].next.click()")
    check("the next page has the next ones", visible(browser) == found[100:200], visible(browser))
    filter_by(browser, "text", "<img SRC")
    check("a filter by text", visible(browser) == [row for row in found if "<img src" in row[0]])
    filter_by(browser, "text", "")
    what = found[105][2].split(" ")[0]
    filter_by(browser, "what", what)
    check("a filter by what it is", visible(browser) ==
          [row for row in found if what in row[2].split(" ")][:100], what)
    filter_by(browser, "what", "")
    check("a hostile name is text", any("<img src=x" in row[0] for row in found))
    click(browser, "findings", 2)
    check("a click sorts the findings", rows(browser, "findings") ==
          sorted(found, key=lambda row: row[2]), rows(browser, "findings"))
    check("each name is isolated, so that its direction ends with it", browser.run("""
        return [...document.querySelectorAll('td:first-child')].every(cell =>
            cell.childNodes.length === 1 && cell.firstChild.nodeName === 'BDI')"""))
    check("nothing in a name became an element",
          browser.run("return document.querySelectorAll('img, b, script[src]').length") == 0)
    check("no script of a name ran", browser.run("return document.title").startswith("utf8check: "))


def look_at_network(browser, page):
    requests = []
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            requests.append(message["params"]["request"]["url"])
    others = [url for url in requests if url != page.resolve().as_uri() and not url.startswith("data:")]
    check("the page was asked for", page.resolve().as_uri() in requests)
    check("and nothing else", not others, others)
    errors = [entry["message"] for entry in browser.log("browser") if entry["level"] == "SEVERE"]
    check("no error of a script", not errors, errors)


def make_tree(tree):
    (tree / "Кириллица").mkdir(parents=True)
    (tree / HOSTILE).write_bytes(b"\xff" * 3 + b"\xc0\xaf")
    (tree / "Кириллица" / "много.txt").write_bytes("да \ud800".encode("utf-8", "surrogatepass") * 600)
    folder = os.fsencode(tree) + b"/<b onclick=x>\xff\x1b[31m\n"
    os.mkdir(folder)
    for i in range(110):
        open(folder + b"/%d\xfe" % i, "wb").close()
    for name in ("</table><script>document.title=2<!--", "\u202e&quot;x", "Имя", "имя"):
        open(folder + b"/" + name.replace("/", "\u2215").encode(), "wb").close()


ERRORS = {"invalid-byte": 3, "overlong": 1, "surrogate": 600, "unexpected-continuation": 1201}
# One of them is the folder, whose name is ill-formed too. Of a name
# that safe refuses all classes are counted, also those that it allows.
NAMES = {"ill-formed": 111, "control": 1, "newline": 1, "bidi-control": 2, "misplaced-ignorable": 2,
         "windows-reserved": 2, "the same under casefold": 2}

PAGES = (
    (["check", "-r"], {"by-reason": ERRORS}),
    (["scan", "--policy=safe"], {"by-class": NAMES}),
    (["scan", "--policy=safe", "--content"], {"by-class": NAMES, "by-reason": ERRORS}),
)


def look_at(browser, page, tables):
    browser.open(page)
    for table, expected in tables.items():
        look_at_table(browser, table, expected)
    look_at_findings(browser)
    look_at_narrow(browser, sys.argv[2] if len(sys.argv) > 2 else None)
    look_at_network(browser, page)


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder, "tree")
        make_tree(tree)
        browser = Browser()
        try:
            for words, tables in PAGES:
                print("# " + " ".join(words))
                page = pathlib.Path(folder, "-".join(words) + ".html")
                subprocess.run([command, "--engine=library", *words, "-q", f"--html={page}", tree])
                look_at(browser, page, tables)
            if len(sys.argv) > 2:
                picture = browser.call("GET", "/screenshot")
                pathlib.Path(sys.argv[2]).write_bytes(base64.b64decode(picture))
        finally:
            browser.close()
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())

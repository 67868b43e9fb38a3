#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The pages of `check --html` and `scan --html` as a browser shows them.

    report.py COMMAND [PICTURE]

COMMAND is the path of utf8check; PICTURE gets a picture of the page. Chromium is told
what to do through ChromeDriver, in the W3C's WebDriver protocol.
"""
import base64
import json
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


passed = failed = 0


def check(title, good, more=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(("ok - " if good else "not ok - ") + "html: " + title + (f": {more}" if not good else ""))


def look_at(browser, page, expected_kinds):
    browser.open(page)
    kinds = sorted(expected_kinds.items())
    by_name = [[k, str(n)] for k, n in kinds]
    check("the kinds are counted", rows(browser, "by-reason") == by_name, rows(browser, "by-reason"))
    click(browser, "by-reason", 1)
    numbers = [int(row[1]) for row in rows(browser, "by-reason")]
    check("a click sorts numbers, the largest first",
          numbers == sorted(expected_kinds.values(), reverse=True), numbers)
    click(browser, "by-reason", 1)
    numbers = [int(row[1]) for row in rows(browser, "by-reason")]
    check("another click turns them round", numbers == sorted(expected_kinds.values()), numbers)
    click(browser, "by-reason", 0)
    check("a click sorts words", rows(browser, "by-reason") == by_name)
    found = rows(browser, "findings")
    check("a hundred findings are there", len(found) == 100, len(found))
    check("a hostile name is text", any("<img src=x" in row[0] for row in found))
    check("nothing in a name became an element",
          browser.run("return document.querySelectorAll('img').length") == 0)
    check("no script of a name ran", browser.run("return document.title") != "1")


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


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder, "tree")
        (tree / "Кириллица").mkdir(parents=True)
        (tree / HOSTILE).write_bytes(b"\xff" * 3 + b"\xc0\xaf")
        (tree / "Кириллица" / "много.txt").write_bytes("да \ud800".encode("utf-8", "surrogatepass") * 120)
        page = pathlib.Path(folder, "report.html")
        subprocess.run([command, "--engine=library", "check", "-q", "-r", f"--html={page}", tree])
        browser = Browser()
        try:
            look_at(browser, page, {"invalid-byte": 3, "overlong": 1, "surrogate": 120,
                                    "unexpected-continuation": 241})
            look_at_network(browser, page)
            if len(sys.argv) > 2:
                picture = browser.call("GET", "/screenshot")
                pathlib.Path(sys.argv[2]).write_bytes(base64.b64decode(picture))
        finally:
            browser.close()
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())

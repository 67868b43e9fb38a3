# SPDX-License-Identifier: GPL-2.0-only
"""Mutants of C source: one line of one function each, found without a parser.

The kernel's style makes that possible: a function's body stands between two
braces at the left margin, binary operators stand between blanks.
"""
import hashlib
import re
from dataclasses import dataclass

NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)(?![\w.])")
BINARY = re.compile(
    r"(?<=\s)(&&|\|\||<=|>=|==|!=|<<=|>>=|&=|\|=|\^=|\+=|-=|<<|>>|[<>+\-*/%&|^])(?=\s|$)")
UNARY = re.compile(r"(?<![\w)\]])([!~])(?=[\w(*!~])")
STEP = re.compile(r"\+\+|--")
BRANCH = re.compile(r"^(\s*(?:\} )?(?:else )?)(if|while) \((.*)\)( \{)?$")
STATEMENT = re.compile(r"^(\t+)([A-Za-z_*(+-].*);$")
ASSIGNMENT = re.compile(r"^(.*[\w\])] [+\-&|^]?= )([^={][^;]*);$")
RETURN = re.compile(r"^(\s*return )([^;]+);$")
HEADER = re.compile(r"^(?:for|if|else|do|while|switch|case|default|goto|return)\b")
DECLARATION = re.compile(r"^(?:const|static|struct|enum|unsigned|int|bool|size_t|"
                         r"[us](?:8|16|32|64)|__m\w+|\w+_t)\b")
INTRINSIC = re.compile(r"(?<=_)(and|or|add|sub|adds|subs|slli|srli|min|max|"
                       r"cmpgt|cmplt|cmpeq|unpacklo|unpackhi)(?=_)")

# What each operator becomes.
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=",
    "&&": "||", "||": "&&", "&": "|", "|": "&", "^": "|", "<<": ">>",
    ">>": "<<", "&=": "|=", "|=": "&=", "^=": "|=", "<<=": ">>=",
    ">>=": "<<=", "++": "--", "--": "++",
    "and": "or", "or": "and", "add": "sub", "sub": "add", "adds": "subs",
    "subs": "adds", "slli": "srli", "srli": "slli", "min": "max",
    "max": "min", "cmpgt": "cmpeq", "cmplt": "cmpeq", "cmpeq": "cmpgt",
    "unpacklo": "unpackhi", "unpackhi": "unpacklo",
}
RELATIONAL = {"<", "<=", ">", ">=", "==", "!="}
LOGICAL = {"&&", "||"}
ARITHMETIC = {"+", "-", "*", "/", "%", "+=", "-="}


@dataclass(frozen=True)
class Mutant:
    """One line that is another one.

    path       from the top of the tree
    function   that it is in
    line       its number, from 1
    operator   the kind of change
    before     the line
    after      what it becomes
    nth        which of several lines that all this is true of, from 0
    """
    path: str
    function: str
    line: int
    operator: str
    before: str
    after: str
    nth: int

    @property
    def key(self):
        """Names the mutant, wherever in the function its line is."""
        text = "\n".join((self.path, self.function, self.before, self.after,
                          str(self.nth)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def title(self):
        return (f"{self.path}:{self.line}: {self.function}(): "
                f"`{self.before.strip()}` made `{self.after.strip()}`")

    def rank(self, seed):
        """Where it stands in the order that a seed makes."""
        return hashlib.sha256(f"{seed} {self.key}".encode()).digest()


def blank_comments(text):
    """The text with blanks for comments and for what is quoted."""
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
                         re.S)

    def blank(match):
        found = match.group(0)
        if found[0] in "\"'":
            return found[0] + "." * (len(found) - 2) + found[0]
        return re.sub(r"[^\n]", " ", found)
    return pattern.sub(blank, text)


def bodies(lines):
    """(function, first line, last line) of each function, counted from 0."""
    start = None
    name = ""
    for i, line in enumerate(lines):
        called = re.match(r"^[A-Za-z_].*?\b(\w+)\(", line)
        if called and not line.startswith("#"):
            name = called.group(1)
        if line == "{":
            start = i + 1
        elif line == "}" and start is not None:
            yield name, start, i - 1
            start = None


def operator_kind(token):
    if token in RELATIONAL:
        return "relational"
    if token in LOGICAL:
        return "logical"
    return "arithmetic" if token in ARITHMETIC else "bits"


def splice(line, match, text, group=0):
    return line[:match.start(group)] + text + line[match.end(group):]


def changed_tokens(line, masked):
    """An operator or a number that is another one."""
    for m in BINARY.finditer(masked):
        yield operator_kind(m.group(1)), splice(line, m, SWAPS[m.group(1)])
    for m in UNARY.finditer(masked):
        yield "logical" if m.group(1) == "!" else "bits", splice(line, m, "")
    for m in STEP.finditer(masked):
        yield "arithmetic", splice(line, m, SWAPS[m.group(0)])
    for m in INTRINSIC.finditer(masked):
        if "_mm" in masked or "_u8" in masked or "v" + "_" in masked:
            yield "intrinsic", splice(line, m, SWAPS[m.group(1)])
    for m in NUMBER.finditer(masked):
        digits = m.group(1)
        if digits[:2] in ("0x", "0X"):
            more = f"0x{int(digits, 16) + 1:0{len(digits) - 2}x}"
        else:
            more = str(int(digits) + 1)
        yield "constant", splice(line, m, more + m.group(2))


def changed_return(line, masked):
    found = RETURN.match(masked)
    if not found:
        return
    value = line[found.start(2):found.end(2)]
    swapped = {"true": "false", "false": "true", "NULL": None}.get(value, f"!({value})")
    if swapped and not NUMBER.fullmatch(value):
        yield "return", splice(line, found, swapped, 2)


def changed_whole(line, masked, previous):
    """A condition, a value or a statement that is another one, or none."""
    branch = BRANCH.match(masked)
    if branch:
        condition = line[branch.start(3):branch.end(3)]
        yield "condition", splice(line, branch, f"!({condition})", 3)
    value = ASSIGNMENT.match(masked)
    if value:
        expression = line[value.start(2):value.end(2)]
        yield "one more", splice(line, value, f"({expression}) + 1", 2)
    yield from changed_return(line, masked)
    statement = STATEMENT.match(masked)
    if statement and re.match(r"break;|continue;", statement.group(2) + ";"):
        other = "continue" if statement.group(2) == "break" else "break"
        yield "jump", statement.group(1) + other + ";"
    begins = re.search(r"[;{}:)]$|\belse$|^$", previous)
    if statement and begins and not HEADER.match(statement.group(2)) and \
            not DECLARATION.match(statement.group(2)):
        yield "deletion", statement.group(1) + ";"


def mutants_of(path, text):
    """All mutants of a file."""
    lines = text.split("\n")
    masked = [line.rstrip() for line in blank_comments(text).split("\n")]
    seen = {}
    for function, first, last in bodies(masked):
        previous = "{"
        for i in range(first, last + 1):
            line, clean = lines[i], masked[i]
            if not clean.strip() or clean.lstrip().startswith("#"):
                continue
            made = list(changed_tokens(line, clean))
            made += changed_whole(line, clean, previous.strip())
            previous = clean
            for operator, after in made:
                name = (function, line.strip(), after.strip())
                seen[name] = seen.get(name, -1) + 1
                yield Mutant(path, function, i + 1, operator, line, after, seen[name])


def mutate(text, mutant):
    """The file with its one line changed."""
    lines = text.split("\n")
    assert lines[mutant.line - 1] == mutant.before
    lines[mutant.line - 1] = mutant.after
    return "\n".join(lines)

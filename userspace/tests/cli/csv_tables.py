#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Random tables as Python's csv writes them: csv_tables.py SEED

Writes table, good (rows without an error), ill (the others), and expected: row, field and name of
each error.  Prints what --records calls the tables.
"""
import csv
import json
import random
import sys

random.seed(int(sys.argv[1]))
mark = random.choice(',;\t')
PIECES = ['a', mark, '"', '""', '\n', '\r\n', '\r', '\xc3\xa9', '\x00', '\xff', '\xe9', '\xc0\xaf']


def row(pieces, width):
    return [''.join(random.choices(pieces, k=random.randrange(6))) for i in range(width)]


names = [name + random.choice(['', 'x' * 99]) for name in row(PIECES[:8], random.randrange(1, 7))]
rows = [names] + [row(PIECES, random.randrange(1, 9)) for r in range(40)]
style = {'lineterminator': random.choice(['\n', '\r\n']), 'delimiter': mark,
         'quoting': random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])}
bom = random.choice(['', '\xef\xbb\xbf'])
for name, wanted in ('table', [0, 1]), ('good', [0]), ('ill', [1]):
    with open(name, 'w', encoding='latin1', newline='') as to:
        to.write(bom * (0 in wanted))
        csv.writer(to, **style).writerows(
            row for row in rows if bool(set(''.join(row)) & set('\xff\xe9\xc0\xaf')) in wanted)
print({',': 'csv-comma', ';': 'csv-semicolon', '\t': 'csv-tab'}[mark])
names = [n.replace('\r', '')[:64].encode('latin1').decode(errors='replace') for n in names] + [''] * 9
json.dump([[r, f + 1, names[f]] for r, row in enumerate(rows, 1) for f, field in enumerate(row)
           for byte in field if byte in '\xff\xe9\xc0\xaf'], open('expected', 'w'))

// SPDX-License-Identifier: GPL-2.0-only OR MIT
// Node's opinion (WHATWG TextDecoder): node decoders.js STRINGS ANSWERS, as decoders.h
// says.  There is no offset to be had here: that of an ill-formed string is 0.
'use strict';
const fs = require('fs');

const [strings, answers] = process.argv.slice(2);
const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

Error.stackTraceLimit = 0;

function isValid(bytes) {
	try {
		fatal.decode(bytes);
		return true;
	} catch {
		return false;
	}
}

const input = fs.readFileSync(strings);
// U+FFFD takes three bytes in place of one, and each string had a head of four bytes.
const output = Buffer.alloc(3 * input.length);
let used = 0;

for (let at = 0; at < input.length;) {
	const n = input.readUInt32LE(at);
	const bytes = input.subarray(at + 4, at + 4 + n);
	const made = output.write(lenient.decode(bytes), used + 8, 'utf8');

	at += 4 + n;
	output.writeUInt32LE(isValid(bytes) ? 0xffffffff : 0, used);
	output.writeUInt32LE(made, used + 4);
	used += 8 + made;
}
fs.writeFileSync(answers, output.subarray(0, used));

// SPDX-License-Identifier: GPL-2.0-only OR MIT
// Node's opinion (WHATWG TextDecoder): node decoders.js STRINGS DIR
// The files are described in decoders.h; there is no offset to be had here.
'use strict';
const fs = require('fs');

const [strings, dir] = process.argv.slice(2);
const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const BLOCK = 1 << 22;

Error.stackTraceLimit = 0;

class Output {
	constructor(what) {
		this.fd = fs.openSync(`${dir}/node.${what}`, 'w');
		this.block = Buffer.alloc(BLOCK);
		this.used = 0;
	}
	reserve(n) {
		if (this.used + n > BLOCK)
			this.flush();
	}
	flush() {
		let done = 0;

		while (done < this.used)
			done += fs.writeSync(this.fd, this.block, done,
					     this.used - done);
		this.used = 0;
	}
}

function isValid(bytes) {
	try {
		fatal.decode(bytes);
		return true;
	} catch {
		return false;
	}
}

const input = fs.readFileSync(strings);
const verdict = new Output('verdict');
const output = new Output('output');

for (let at = 0; at < input.length;) {
	const n = input.readUInt32LE(at);
	const bytes = input.subarray(at + 4, at + 4 + n);

	at += 4 + n;
	verdict.reserve(1);
	verdict.block[verdict.used++] = isValid(bytes) ? 0x31 : 0x30;

	output.reserve(4 + 3 * n);
	const made = output.block.write(lenient.decode(bytes), output.used + 4,
					'utf8');
	output.block.writeUInt32LE(made, output.used);
	output.used += 4 + made;
}
verdict.flush();
output.flush();

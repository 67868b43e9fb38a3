// SPDX-License-Identifier: GPL-2.0-only OR MIT
// Java's opinion of its modified UTF-8: java decoders.java STRINGS ANSWERS
//
// DataInputStream.readUTF() takes overlong forms; what DataOutputStream.writeUTF()
// makes of the text tells them.  There is no offset of an error to be had, so an
// ill-formed string has the offset 0 and no code points.
import java.io.*;
import java.nio.*;
import java.nio.file.*;
import java.util.Arrays;

class Decoders {
	static String read(byte[] string) {
		byte[] framed = new byte[string.length + 2];
		framed[0] = (byte) (string.length >> 8);
		framed[1] = (byte) string.length;
		System.arraycopy(string, 0, framed, 2, string.length);
		try {
			String text = new DataInputStream(
				new ByteArrayInputStream(framed)).readUTF();
			ByteArrayOutputStream again = new ByteArrayOutputStream();
			new DataOutputStream(again).writeUTF(text);
			return Arrays.equals(again.toByteArray(), framed) ?
				text : null;
		} catch (IOException e) {
			return null;
		}
	}

	public static void main(String[] names) throws IOException {
		ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(Path.of(names[0])))
			.order(ByteOrder.LITTLE_ENDIAN);
		OutputStream out = new BufferedOutputStream(
			new FileOutputStream(names[1]), 1 << 20);

		while (in.hasRemaining()) {
			byte[] string = new byte[in.getInt()];
			in.get(string);
			String text = read(string);
			int[] points = text == null ? new int[0] :
				text.codePoints().toArray();
			ByteBuffer answer = ByteBuffer.allocate(8 + 8 * points.length)
				.order(ByteOrder.LITTLE_ENDIAN);
			answer.putInt(text == null ? 0 : -1).putInt(points.length);
			for (int point : points)
				answer.putLong(point);
			out.write(answer.array());
		}
		out.close();
	}
}

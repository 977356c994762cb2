import { randomUUID } from 'crypto';
import { encodeBase64 } from './base64';
import { FileSource } from './file';

/** JSON text in which files stand as base64, read while it is sent: no file is ever whole in memory. */
class LazyJson extends Blob {
	/** Bytes, known before a file is opened. */
	override readonly size: number;

	constructor(
		private readonly texts: Buffer[],
		private readonly files: FileSource[],
	) {
		super([], { type: 'application/json' });
		const text = texts.reduce((sum, piece) => sum + piece.length, 0);
		this.size = files.reduce((sum, file) => sum + 4 * Math.ceil(file.size / 3), text);
	}

	override stream() {
		return ReadableStream.from(this.pieces()) as ReturnType<Blob['stream']>;
	}

	private async *pieces(): AsyncGenerator<Uint8Array> {
		for (const [index, text] of this.texts.entries()) {
			yield text;
			const file = this.files[index];
			if (file) yield* toBase64(file.read());
		}
	}
}

/** A body of JSON text, or one read lazily when a file stands anywhere in it. */
export function encodeJson(value: unknown): string | Blob {
	const files: FileSource[] = [];
	const marker = randomUUID();
	const text = JSON.stringify(value, (_name, member: unknown) => {
		if (!(member instanceof FileSource)) return member;
		files.push(member);
		return marker;
	});
	if (files.length === 0) return text;
	return new LazyJson(
		text.split(marker).map((piece) => Buffer.from(piece)),
		files,
	);
}

/** Base64 takes three bytes at a time; what is over waits for the next chunk. */
async function* toBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let rest: Uint8Array = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
		const whole = bytes.length - (bytes.length % 3);
		if (whole > 0) yield encodeBase64(bytes.subarray(0, whole));
		rest = bytes.subarray(whole);
	}
	if (rest.length > 0) yield encodeBase64(Buffer.from(rest));
}

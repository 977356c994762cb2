/** A file that is opened only when it is sent, and opened again when the request is repeated. */
export class FileSource {
	constructor(
		readonly fileName: string,
		readonly mimeType: string,
		/** Bytes. */
		readonly size: number,
		private readonly open: () => AsyncIterable<Uint8Array>,
	) {}

	/** The file's bytes. One that is not as long as was announced would leave the service waiting for the rest. */
	async *read(): AsyncGenerator<Uint8Array> {
		let read = 0;
		for await (const chunk of this.open()) {
			read += chunk.length;
			yield chunk;
		}
		if (read !== this.size) {
			throw new Error(`"${this.fileName}" has ${read} bytes instead of the ${this.size} it was stored with`);
		}
	}
}

export const fileOfBytes = (fileName: string, mimeType: string, bytes: Uint8Array): FileSource =>
	new FileSource(fileName, mimeType, bytes.length, async function* () {
		yield bytes;
	});

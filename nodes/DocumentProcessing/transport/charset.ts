type Decoder = InstanceType<typeof TextDecoder>;

/** Turns the bytes of a response into text, in the character encoding that it names, and UTF-8 if it names none. */
export class TextReader {
  /** Whether some bytes were no characters of the encoding. */
  isGarbled = false;

  /** For any encoding but UTF-8: one that replaces what is no character, and one that fails there. */
  private decoders: { lenient: Decoder; strict: Decoder } | undefined;
  private held: Buffer = Buffer.alloc(0);
  private hasBegun = false;

  constructor(private readonly charset: string | undefined) {}

  read(chunk: Uint8Array): string {
    const bytes =
      this.held.length > 0
        ? Buffer.concat([this.held, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    if (!this.hasBegun && bytes.length < 3) {
      this.held = bytes;
      return '';
    }
    this.begin(bytes);
    if (this.decoders) {
      this.held = Buffer.alloc(0);
      return this.decode(bytes, { stream: true });
    }
    const end = bytes.length - incompleteAtEnd(bytes);
    this.held = bytes.subarray(end);
    return this.readUtf8(bytes.subarray(0, end));
  }

  /** The text of what was held back. */
  end(): string {
    this.begin(this.held);
    return this.decoders ? this.decode(this.held) : this.readUtf8(this.held);
  }

  private begin(bytes: Buffer): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const label = markedEncoding(bytes) ?? encodingOf(this.charset);
    if (label === undefined || label === 'utf-8') return;
    this.decoders = { lenient: new TextDecoder(label), strict: new TextDecoder(label, { fatal: true }) };
  }

  /** A decoder would make a string of two bytes a character of it, which is too much for an image in base64. */
  private readUtf8(bytes: Buffer): string {
    const text = bytes.toString('utf8');
    // What stands for bytes that are no character may also have been sent as it is.
    if (text.includes('\uFFFD') && !Buffer.from(text).equals(bytes)) this.isGarbled = true;
    return text;
  }

  private decode(bytes: Buffer, options?: { stream: true }): string {
    const { lenient, strict } = this.decoders as NonNullable<TextReader['decoders']>;
    try {
      strict.decode(bytes, options);
    } catch {
      this.isGarbled = true;
    }
    return lenient.decode(bytes, options);
  }
}

/** Thrown for a response of which some bytes are no characters of its encoding. */
export class DecodingError extends Error {
  constructor(
    /** What it says, with replacement characters. */
    readonly body: unknown,
    readonly charset: string | undefined,
  ) {
    super('The response is not in its character encoding');
  }
}

export const charsetOf = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1];

/** Its name in the standard, e.g. windows-1252 for iso-8859-1; `undefined` if nobody knows it. */
export function encodingOf(charset: string | undefined): string | undefined {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}

/** The encoding that a byte order mark tells, whatever the response names. */
export function markedEncoding(bytes: Buffer): string | undefined {
  const mark = bytes.toString('hex', 0, 3);
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('fffe')) return 'utf-16le';
  return mark.startsWith('feff') ? 'utf-16be' : undefined;
}

/** How many bytes at the end begin a character of UTF-8 whose others come with the next chunk. */
function incompleteAtEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Turns the bytes of a response into text, in the character encoding that it names, and UTF-8 if it names none. */
export class TextReader {
  /** Whether some bytes were no characters of the encoding. From there on, the text has replacement characters. */
  isGarbled = false;

  private decoder: Decoder | undefined;
  /** The first bytes, until there are enough for a byte order mark. */
  private held: Uint8Array = new Uint8Array();

  constructor(private readonly charset: string | undefined) {}

  read(chunk: Uint8Array): string {
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.held = new Uint8Array();
    if (this.decoder || bytes.length >= 3) return this.decode(bytes, { stream: true });
    this.held = bytes;
    return '';
  }

  end(): string {
    return this.decode(this.held);
  }

  private decode(bytes: Uint8Array, options?: { stream: true }): string {
    this.decoder ??= new TextDecoder(markedEncoding(bytes) ?? encodingOf(this.charset), { fatal: true });
    try {
      return this.decoder.decode(bytes, options);
    } catch {
      this.isGarbled = true;
      this.decoder = new TextDecoder(this.decoder.encoding);
      return this.decoder.decode(bytes, options);
    }
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
function markedEncoding(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 3)).toString('hex');
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('fffe')) return 'utf-16le';
  return mark.startsWith('feff') ? 'utf-16be' : undefined;
}

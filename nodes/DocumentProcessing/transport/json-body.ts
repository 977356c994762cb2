import { randomUUID } from 'crypto';
import { Base64Encoder } from './base64';
import { type Part, streamOf } from './body-stream';
import { FileSource } from './file';

/** JSON text with files as base64, read while it is sent: no file is ever in memory as a whole. */
class LazyJson extends Blob {
  /** In bytes, known before a file is opened. */
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
    return streamOf(this.parts()) as ReturnType<Blob['stream']>;
  }

  private *parts(): Generator<Part> {
    for (const [index, text] of this.texts.entries()) {
      yield text;
      const file = this.files[index];
      if (file) yield { file, encoder: new Base64Encoder() };
    }
  }
}

/** JSON text, or a body that is read lazily if the value contains a file. */
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

import { randomUUID } from 'crypto';
import { Base64Encoder } from './base64';
import { type Part, streamOf } from './body-stream';
import { FileSource } from './file';

export type FormValue = string | number | boolean | FileSource;

/** Form parameters in the order they are sent. A list repeats its parameter; `undefined` is not sent. */
export type FormEntries = Array<[name: string, value: FormValue | FormValue[] | undefined]>;

/** A `File` that is read when it is sent. The client knows its size beforehand and can set `Content-Length`. */
class LazyFile extends File {
  override readonly size: number;

  constructor(private readonly source: FileSource) {
    super([], source.fileName, { type: source.mimeType });
    this.size = source.size;
  }

  override stream() {
    return streamOf([{ file: this.source }]) as ReturnType<File['stream']>;
  }
}

export function encodeForm(entries: FormEntries): FormData {
  const form = new FormData();
  for (const [name, value] of entries) {
    for (const one of [value].flat()) appendValue(form, name, one);
  }
  return form;
}

function appendValue(form: FormData, name: string, value: FormValue | undefined): void {
  if (value === undefined) return;
  if (value instanceof FileSource) form.append(name, new LazyFile(value));
  else form.append(name, /[\r\n]/.test(String(value)) ? withLineBreaks(String(value)) : String(value));
}

/** The HTTP client sends each line break of a text as CR LF. A file without a name is sent like a text, but unchanged. */
const withLineBreaks = (text: string): File => new File([text], '', { type: 'text/plain' });

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

import { streamOf } from './body-stream';
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
    for (const one of Array.isArray(value) ? value : [value]) appendValue(form, name, one);
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

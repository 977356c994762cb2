import { ValidationError } from '../common/errors';
import { type FileSource, NOT_FOUND, type StoredStream } from './file';

/** Encodes a file's bytes while they are sent. */
export interface Encoder {
  encode(chunk: Uint8Array): Uint8Array;
  /** The rest, once all bytes have been encoded. */
  end(): Uint8Array;
}

interface FilePart {
  file: FileSource;
  encoder?: Encoder;
}

/** A part of a request's body: bytes, or a file that is read when its turn comes. */
export type Part = Uint8Array | FilePart;

interface StoredPart extends FilePart {
  open: (piece: number) => Promise<StoredStream>;
}

// Each piece passes through a dozen layers of streams, which take time and leave garbage: with n8n's 64 KiB they cost as
// much as the sending. Larger pieces leave more memory waiting for V8's garbage collector: too much if each is held twice,
// as raw and encoded bytes, or if a large file takes V8 through many rounds. A multiple of three leaves no rest in base64.
const PIECE = 3 * 64 * 1024;
const SMALL_PIECE = PIECE / 2;
const LARGE_FILE = 100e6;
// Four digits are three bytes.
const DIGITS = (SMALL_PIECE / 3) * 4;

/** Bytes to be read at a time. */
const pieceOf = ({ file, encoder }: FilePart): number => (encoder || file.size > LARGE_FILE ? SMALL_PIECE : PIECE);

const EMPTY = new Uint8Array();

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Streams the parts one after the other, each read on demand. A file is opened when its turn comes. */
export const streamOf = (parts: Iterable<Part>): ReadableStream<Uint8Array> => new ReadableStream(new Parts(parts));

/**
 * Passes the chunks of n8n's streams on as they come. An async iterator would be shorter, but leaves so much garbage that
 * n8n's memory grows by it.
 */
class Parts {
  private readonly left: Iterator<Uint8Array | StoredPart>;
  private reading: StoredStream | undefined;
  private advancing: Promise<void> | undefined;
  private cancelled = false;

  constructor(parts: Iterable<Part>) {
    this.left = inPieces(parts);
  }

  pull(controller: Controller): Promise<void> | undefined {
    if (!this.reading) return (this.advancing ??= this.next(controller).finally(() => (this.advancing = undefined)));
    this.reading.resume();
    return undefined;
  }

  cancel(): void {
    this.cancelled = true;
    this.reading?.destroy();
  }

  private async next(controller: Controller): Promise<void> {
    for (;;) {
      const { value, done } = this.left.next();
      if (done) return controller.close();
      if (!(value instanceof Uint8Array)) return this.read(await opened(value), value, controller);
      if (value.length > 0) return controller.enqueue(value);
    }
  }

  private read(stream: StoredStream, { file, encoder }: StoredPart, controller: Controller): void {
    if (this.cancelled) return void stream.destroy();
    this.reading = stream;
    let read = 0;
    const fail = (error: Error) => {
      controller.error(error);
      stream.destroy();
    };
    stream.on('error', (error: Error) => fail(unreadable(file, error)));
    stream.on('close', () => {
      if (this.reading === stream)
        fail(new Error(`"${file.fileName}" could be read only to byte ${read} of ${file.size}`));
    });
    stream.on('data', (chunk: Uint8Array) => {
      // A stream that is destroyed just after it was resumed still gives what it holds.
      if (this.cancelled) return;
      read += chunk.length;
      const bytes = encoder ? encoder.encode(chunk) : chunk;
      if (bytes.length > 0) controller.enqueue(bytes);
      if ((controller.desiredSize ?? 0) <= 0) stream.pause();
    });
    stream.on('end', () => {
      // The service would wait for the rest of a file that is shorter than announced.
      if (read !== file.size)
        return fail(new Error(`"${file.fileName}" has ${read} bytes instead of the ${file.size} it was stored with`));
      this.reading = undefined;
      if (this.cancelled) return;
      const rest = encoder?.end() ?? EMPTY;
      if (rest.length > 0) controller.enqueue(rest);
      else this.pull(controller)?.catch(fail);
    });
  }
}

const opened = async (part: StoredPart): Promise<StoredStream> =>
  await part.open(pieceOf(part)).catch((error: Error) => Promise.reject(unreadable(part.file, error)));

/** The code of the storage's error is not taken along: it would be taken for one of the connection to the service. */
const unreadable = ({ fileName }: FileSource, { message }: Error): Error =>
  new ValidationError(`The file "${fileName}" could not be read: ${message}`, NOT_FOUND);

/** Decodes files that are in memory piece by piece; files that n8n has stored are opened by the caller. */
function* inPieces(parts: Iterable<Part>): Generator<Uint8Array | StoredPart, undefined> {
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      yield part;
      continue;
    }
    const { content } = part.file;
    if (typeof content === 'function') {
      yield { ...part, open: content };
      continue;
    }
    for (let start = 0; start < content.length; start += DIGITS) {
      const piece = Buffer.from(content.slice(start, start + DIGITS), 'base64');
      yield part.encoder ? part.encoder.encode(piece) : piece;
    }
    if (part.encoder) yield part.encoder.end();
  }
}

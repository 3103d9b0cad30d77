import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** Pieces of less than this many bytes are sent together. */
const SMALL = 16 * 1024;

/** A JSON value of an answer that was serialised before. Answers may share the bytes. */
export class WrittenJson {
  constructor(readonly pieces: readonly (Buffer | string)[]) {}

  /** @param items the pieces of each */
  static list(items: readonly (readonly (Buffer | string)[])[]): WrittenJson {
    const pieces: (Buffer | string)[] = ['['];
    for (const [at, item] of items.entries()) {
      if (at > 0) pieces.push(',');
      pieces.push(...item);
    }
    pieces.push(']');
    return new WrittenJson(pieces);
  }
}

/**
 * Lets the fields of the answer that are `WrittenJson` be sent as they are. The answer is a stream of pieces, so that shared bytes are
 * neither copied nor joined, and its length is known.
 */
export function sendsWrittenJson(reply: FastifyReply): void {
  reply.type('application/json; charset=utf-8').serializer((payload: object) => {
    const chunks = inChunks(piecesOf(payload));
    void reply.header(
      'content-length',
      chunks.reduce((sum, { length }) => sum + length, 0),
    );
    return new Chunks(chunks) as unknown as string;
  });
}

function* piecesOf(payload: object): Iterable<Buffer | string> {
  let before = '{';
  for (const [name, value] of Object.entries(payload) as [string, unknown][]) {
    const pieces = value instanceof WrittenJson ? value.pieces : [JSON.stringify(value) as string | undefined];
    if (pieces[0] === undefined) continue; // as in JSON.stringify
    yield `${before}${JSON.stringify(name)}:`;
    yield* pieces as (Buffer | string)[];
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Large buffers as they are, and what is between them together. Texts are encoded where they go, and never joined before. */
function inChunks(pieces: Iterable<Buffer | string>): Buffer[] {
  const chunks: Buffer[] = [];
  let small: (Buffer | string)[] = [];
  const finish = (): void => {
    if (small.length > 0) chunks.push(together(small));
    small = [];
  };
  for (const piece of pieces) {
    if (typeof piece === 'string' || piece.length < SMALL) small.push(piece);
    else {
      finish();
      chunks.push(piece);
    }
  }
  finish();
  return chunks;
}

function together(pieces: readonly (Buffer | string)[]): Buffer {
  let length = 0;
  for (const piece of pieces) length += Buffer.byteLength(piece);
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (const piece of pieces) end += typeof piece === 'string' ? bytes.write(piece, end) : piece.copy(bytes, end);
  return bytes;
}

/** As `Readable.from`, without the promises of an iterator. */
class Chunks extends Readable {
  private next = 0;

  constructor(private readonly chunks: readonly Buffer[]) {
    super();
  }

  override _read(): void {
    this.push(this.chunks[this.next++] ?? null);
  }
}

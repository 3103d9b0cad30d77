/** An event of one queue: its id, and what all queues of the shape share. */
export interface QueuedEvent {
  readonly id: number;
  readonly rest: SharedText;
}

/** The encoding of texts that are made of `SharedText.text`. */
export const BYTES = 'latin1';

const NO_ASCII = /[\u0080-\uffff]/;

export function bytesOf(text: string): string {
  return NO_ASCII.test(text) ? Buffer.from(text, 'utf8').toString(BYTES) : text;
}

/** The JSON of an event after its id and a comma, made once for all queues. */
export class SharedText {
  private encoded: Buffer | undefined;

  /**
   * @param text each character stands for one byte of the UTF-8 text. So texts are joined and written without being
   * encoded again, and their length is that of the bytes.
   */
  private constructor(readonly text: string) {}

  static of(event: object): SharedText {
    return new SharedText(bytesOf(JSON.stringify(event).slice(1)));
  }

  /** The same for streams, which copy it; made when the first of them needs it. */
  get bytes(): Buffer {
    return (this.encoded ??= Buffer.from(this.text, BYTES));
  }

  /** In bytes. */
  get length(): number {
    return this.text.length;
  }
}

export const written = ({ id, rest }: QueuedEvent): string => `{"id":${id},${rest.text}`;

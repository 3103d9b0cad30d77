/** An event of one queue: its id, and what all queues of the shape share. */
export interface QueuedEvent {
  readonly id: number;
  /** As `SharedText`. */
  readonly rest: SharedText;
}

/**
 * The JSON of an event after its id and a comma, made once for all queues. Each character stands for one byte of the UTF-8 text. So
 * texts are joined and written without being encoded again, and their length is that of the bytes.
 */
export type SharedText = string;

/** The encoding of texts that are made of `SharedText`. */
export const BYTES = 'latin1';

const NO_ASCII = /[\u0080-\uffff]/;

export function bytesOf(text: string): string {
  return NO_ASCII.test(text) ? Buffer.from(text, 'utf8').toString(BYTES) : text;
}

export const sharedText = (event: object): SharedText => bytesOf(JSON.stringify(event).slice(1));

export const written = ({ id, rest }: QueuedEvent): string => `{"id":${id},${rest}`;

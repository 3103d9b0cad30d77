/** One message of a `text/event-stream`. */
export interface StreamMessage {
  /** As the server named it; empty where it did not. */
  readonly id: string;
  readonly data: string;
}

/** Splits a `text/event-stream` into its messages, however the bytes come. Comments and other fields are left out. */
export class StreamParser {
  private rest = '';
  private readonly decoder = new TextDecoder();

  /** The messages that are complete now. */
  take(bytes: Uint8Array): StreamMessage[] {
    const parts = (this.rest + this.decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/);
    this.rest = parts.pop()!;
    return parts.map(messageOf).filter((message) => message !== null);
  }
}

function messageOf(part: string): StreamMessage | null {
  const data: string[] = [];
  let id = '';
  for (const line of part.split(/\r?\n/)) {
    const [, field, value] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value!);
    if (field === 'id') id = value!;
  }
  return data.length === 0 ? null : { id, data: data.join('\n') };
}

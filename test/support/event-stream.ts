import { noteRequest } from './coverage';
import type { Event } from './event-queue';

/** The reader, and its node; a `Person` is one. */
interface Reader {
  readonly authorization: string;
  readonly world: { readonly url: string };
}

/** A queue read as `text/event-stream`, one connection at a time. */
export class EventStreamConnection {
  private text = '';
  private readonly decoder = new TextDecoder();
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  private constructor(
    readonly response: Response,
    private readonly controller: AbortController,
  ) {
    if (response.ok) this.reader = response.body!.getReader();
  }

  /** @param last the last event that the client has; sent in the header as browsers do when they reconnect */
  static async open(
    { authorization, world: { url } }: Reader,
    queueId: string,
    last: { lastEventId?: number; header?: number; dontBlock?: boolean } = {},
  ): Promise<EventStreamConnection> {
    const controller = new AbortController();
    const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(last.lastEventId ?? -1) });
    if (last.dontBlock) query.set('dont_block', 'true');
    const response = await fetch(`${url}/api/v1/events?${query}`, {
      headers: {
        authorization,
        accept: 'text/event-stream',
        ...(last.header === undefined ? {} : { 'last-event-id': String(last.header) }),
      },
      signal: controller.signal,
    });
    const header = last.header === undefined ? [] : ['Last-Event-ID'];
    if (response.ok) noteRequest('GET /api/v1/events', [...query.keys(), ...header], null);
    return new EventStreamConnection(response, controller);
  }

  /** The next event; null: the stream has ended. */
  async next(): Promise<Event | null> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await this.reader!.read().catch(() => ({ done: true, value: undefined }));
        if (done) return null;
        this.text += this.decoder.decode(value, { stream: true });
        continue;
      }
      const message = this.text.slice(0, end);
      this.text = this.text.slice(end + 2);
      const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? [];
      if (data === undefined) continue;
      const event = JSON.parse(data) as Event;
      if (event.id !== Number(id)) throw new Error(`The message ${id} has the event ${event.id}`);
      return event;
    }
  }

  /** The next so many events that are no heartbeats. */
  async take(count: number): Promise<Event[]> {
    const events: Event[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`The stream ended after ${events.length} events`);
      if (event.type !== 'heartbeat') events.push(event);
    }
    return events;
  }

  /** Everything up to the end of the stream. */
  async rest(): Promise<Event[]> {
    const events: Event[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  close(): void {
    this.controller.abort();
  }
}

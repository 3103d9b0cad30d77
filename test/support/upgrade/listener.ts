import type { Asker } from './asker';

interface Event {
  id: number;
  type: string;
  message?: { content: string };
  message_id?: number;
  rendering_only?: boolean;
}

/** A queue that is polled without a pause, and never registered again. */
export class Listener {
  /** Contents of messages, in order. */
  readonly heard: string[] = [];
  /** Ids of messages with an edit event. */
  readonly edits: number[] = [];
  readonly novelties: unknown[] = [];
  /** Repeated and unordered events. */
  readonly breaches: string[] = [];
  private hasFailed = false;
  private lastEventId = -1;
  private readonly leaving = new AbortController();
  private working: Promise<void> = Promise.resolve();
  private news: () => void = () => undefined;

  private constructor(
    private readonly asker: Asker,
    readonly queueId: string,
  ) {}

  static async open(asker: Asker): Promise<Listener> {
    const { queue_id } = await asker.ask('POST', 'register', {
      event_types: ['message', 'update_message', 'reaction'],
      fetch_event_types: [],
    });
    return new Listener(asker, queue_id as string);
  }

  start(): void {
    this.working = this.listen();
  }

  async stop(): Promise<void> {
    this.leaving.abort();
    await this.working;
  }

  /** Resolves as soon as the condition holds, which is checked with each event, or when no event can come any more. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo() && !this.hasFailed) await new Promise<void>((resolve) => (this.news = resolve));
  }

  private async listen(): Promise<void> {
    while (!this.leaving.signal.aborted) {
      const parameters = { queue_id: this.queueId, last_event_id: this.lastEventId };
      const answer = await this.asker.ask('GET', 'events', parameters, this.leaving.signal).catch(() => null);
      this.hasFailed = answer === null; // The failure is counted, and not retried.
      for (const event of (answer?.events ?? []) as Event[]) this.take(event);
      this.news();
      if (this.hasFailed) return;
    }
  }

  private take(event: Event): void {
    const { id, type, message, message_id } = event;
    if (id <= this.lastEventId) this.breaches.push(`event ${id} after ${this.lastEventId}`);
    this.lastEventId = Math.max(this.lastEventId, id);
    if (type === 'novelty') this.novelties.push(event);
    if (type === 'update_message' && !event.rendering_only) this.edits.push(message_id!);
    if (!message) return;
    this.heard.push(message.content);
  }
}

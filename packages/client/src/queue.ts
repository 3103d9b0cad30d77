import type { Connection } from './connection';
import { RequestRefused } from './errors';
import { StreamParser } from './event-source';
import type { ServerEvent } from './events';
import { BackOff, pause } from './pause';

/** How far a client is in its queue. */
export interface QueuePlace {
  readonly queueId: string;
  readonly lastEventId: number;
}

export interface QueueHandlers {
  /**
   * Events in their order, each once. Nothing of them is acknowledged before the promise resolves. When it fails, the
   * events would fail again: the queue is renewed as if they were lost.
   */
  take(events: readonly ServerEvent[]): void | Promise<void>;
  /** The queue has ended and its events are lost: register again. */
  renew(): Promise<QueuePlace>;
  /** Whether the server answers, for the display. */
  reached?(isReached: boolean): void;
}

export interface QueueOptions {
  /** `poll`: never by a stream. By default by a stream, and by polls where something in between keeps streams back. */
  readonly by?: 'stream' | 'poll';
  /** Milliseconds within which a stream sends its first bytes. */
  readonly firstWordMs?: number;
}

/** A stream without data for this time has failed: the server sends something every 55 s. */
const SILENCE_MS = 90_000;
const FIRST_WORD_MS = 10_000;

/** An event that this client cannot take, such as one of a newer server. */
class EventIsUnfit extends Error {}

/** Nothing came of a stream: something between the client and the server keeps its bytes back. */
class StreamIsHeldBack extends Error {}

/** Reads a queue for as long as it is wanted, by streams or polls, and continues after every failure. */
export class EventQueue {
  private readonly backOff = new BackOff();
  /** Never reset: a server may send unfit events for a long time. */
  private readonly unfitBackOff = new BackOff();
  private byStream: boolean;
  /** Of the request or the pause that is under way. */
  private attempt = new AbortController();

  constructor(
    private readonly connection: Connection,
    private place: QueuePlace,
    private readonly handlers: QueueHandlers,
    private readonly options: QueueOptions = {},
  ) {
    this.byStream = options.by !== 'poll';
  }

  /** How far it is now. */
  get current(): QueuePlace {
    return this.place;
  }

  /** Resolves when the signal is aborted. @throws RequestRefused when the session or the key has ended */
  async run(signal: AbortSignal): Promise<void> {
    const end = (): void => this.attempt.abort();
    signal.addEventListener('abort', end);
    try {
      while (!signal.aborted) await this.once(signal);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Asks at once, instead of waiting for an answer of a network that is gone, or for the end of a pause. */
  hurry(): void {
    this.backOff.reset();
    this.attempt.abort();
  }

  private async once(outer: AbortSignal): Promise<void> {
    this.attempt = new AbortController();
    const { signal } = this.attempt;
    try {
      await (this.byStream ? this.stream(signal) : this.poll(signal));
    } catch (error) {
      if (signal.aborted) return;
      await this.recover(error, outer);
    }
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof StreamIsHeldBack) this.byStream = false;
    else if (error instanceof EventIsUnfit) await this.renewedLater(signal);
    else if (error instanceof RequestRefused && error.status === 400) await this.renewed(signal);
    else if (error instanceof RequestRefused && !error.isPassing) throw error;
    else await this.wait(error);
  }

  private async renewedLater(signal: AbortSignal): Promise<void> {
    await pause(this.unfitBackOff.next(), signal);
    await this.renewed(signal);
  }

  /** The queue is unknown, or what the client has was dropped already. */
  private async renewed(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.place = await this.handlers.renew();
        return;
      } catch (error) {
        if (error instanceof RequestRefused && !error.isPassing) throw error;
        await this.wait(error);
      }
    }
  }

  private async wait(error: unknown): Promise<void> {
    this.handlers.reached?.(false);
    this.attempt = new AbortController();
    await pause(this.backOff.next(error instanceof RequestRefused ? error.retryAfterMs : null), this.attempt.signal);
  }

  private isReached(): void {
    this.backOff.reset();
    this.handlers.reached?.(true);
  }

  private get parameters() {
    return { queue_id: this.place.queueId, last_event_id: this.place.lastEventId };
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const { events } = await this.connection.request('GET events', this.parameters, { signal });
    this.isReached();
    await this.take(events as ServerEvent[]);
  }

  /** One stream, to its end. */
  private async stream(signal: AbortSignal): Promise<void> {
    const watch = new Watch(signal);
    try {
      watch.expect(this.options.firstWordMs ?? FIRST_WORD_MS);
      await this.read(watch);
    } catch (error) {
      throw watch.isOver && !watch.hasHeard ? new StreamIsHeldBack() : error;
    } finally {
      watch.end();
    }
  }

  private async read(watch: Watch): Promise<void> {
    const headers = { accept: 'text/event-stream' };
    const response = await this.connection.open('GET events', this.parameters, { signal: watch.signal, headers });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new StreamIsHeldBack();
    const reader = response.body!.getReader();
    const parser = new StreamParser();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!watch.hasHeard) this.isReached();
      watch.hasHeard = true;
      watch.expect(SILENCE_MS);
      await this.take(parser.take(value).map(({ data }) => eventOf(data)));
    }
  }

  /** A stream that is opened once more may bring what came before. */
  private async take(events: readonly ServerEvent[]): Promise<void> {
    const fresh = events.filter(({ id }) => id > this.place.lastEventId);
    if (fresh.length === 0) return;
    try {
      await this.handlers.take(fresh);
    } catch (error) {
      throw new EventIsUnfit('An event could not be taken', { cause: error });
    }
    this.place = { ...this.place, lastEventId: fresh.at(-1)!.id };
  }
}

function eventOf(data: string): ServerEvent {
  try {
    return JSON.parse(data) as ServerEvent;
  } catch (error) {
    throw new EventIsUnfit('An event is no JSON', { cause: error });
  }
}

/** Aborts a request whose next bytes do not come in time. */
class Watch {
  private readonly controller = new AbortController();
  private readonly abort = (): void => this.controller.abort();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The time was over. */
  isOver = false;
  /** Some bytes came. */
  hasHeard = false;

  constructor(private readonly outer: AbortSignal) {
    outer.addEventListener('abort', this.abort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  expect(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.abort();
    }, milliseconds);
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer.removeEventListener('abort', this.abort);
    this.abort();
  }
}

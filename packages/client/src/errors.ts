/** The server's answer to a request that it refused (docs/protocol/conventions.md). */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** What programs read, such as `BAD_EVENT_QUEUE_ID`; empty where the answer has none. */
    readonly code: string,
    message: string,
    /** Everything that the answer holds besides. */
    readonly details: Readonly<Record<string, unknown>>,
    /** Milliseconds until a retry, as the server requests, at most what timers take; `null`: it does not say. */
    readonly retryAfterMs: number | null,
  ) {
    super(message);
  }

  /** The session or the key is not valid any more. */
  get isLoggedOut(): boolean {
    return this.status === 401;
  }

  /** The same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** No answer came: the network or the server is away. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';

  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
  }
}

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof RequestRefused && error.isPassing);

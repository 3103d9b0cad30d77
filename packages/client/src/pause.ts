/** Resolves after some milliseconds, or at once when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

/** How long to wait before each attempt: doubled from time to time up to a limit, with a random part. */
export class BackOff {
  private attempts = 0;

  constructor(
    private readonly firstMs = 1_000,
    private readonly mostMs = 30_000,
  ) {}

  /** Milliseconds, at least what the server asked for. */
  next(wishMs: number | null = null): number {
    const limit = Math.min(this.mostMs, this.firstMs * 2 ** this.attempts++);
    return Math.max(wishMs ?? 0, limit / 2 + (Math.random() * limit) / 2);
  }

  reset(): void {
    this.attempts = 0;
  }
}

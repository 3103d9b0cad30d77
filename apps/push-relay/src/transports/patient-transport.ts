import type { Clock } from '@app/kernel';
import { Log } from '@app/platform';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceKind, OutgoingNotification, Outcome, Transport } from '../notifications/notification';
import { Attempt, deferred, Reason } from './attempt';
import { FairTurns } from './fair-turns';
import { Pauses } from './pauses';
import type { TransportMetrics } from './transport-metrics';

/** For a whole batch; the server that waits for the relay gives up after thirty seconds. */
const BATCH_MS = 15_000;
/** An attempt that is given up too early may have got through, and is shown twice. */
export const ATTEMPT_MS = 8_000;
const MAX_ATTEMPTS = 3;
const FIRST_WAIT_MS = 200;
const AT_ONCE = 100;
/** The log reports an unreachable service at most this often; the metrics count each attempt. */
const TELL_MS = 10_000;
/** The pause after credentials were refused. */
const LOCKED_MS = 3_000;
const EVERYBODY = '*';

export interface TransportTools {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TransportMetrics;
}

/**
 * Bounds and repeats the attempts of a service: a limit of concurrent attempts and of attempts for each notification,
 * growing pauses, at least as long as the service requests, and an end after fifteen seconds. After that the server
 * must repeat the request, so the relay stores nothing.
 */
export abstract class PatientTransport implements Transport {
  private readonly turns = new FairTurns(AT_ONCE);
  private readonly pauses = new Pauses();
  private lock: { detail: string; until: number } | null = null;
  private toldAt = 0;

  constructor(
    readonly kind: DeviceKind,
    protected readonly tools: TransportTools,
  ) {
    tools.metrics.open.set({ transport: kind }, 1);
  }

  /** Hands one notification to the service; what it throws counts as unreachable, and so does what `signal` has ended. */
  protected abstract attempt(notification: OutgoingNotification, signal: AbortSignal): Promise<Attempt>;

  /** What becomes of one for which the service need not be asked; null: it has to be. */
  protected foregone(_notification: OutgoingNotification): Attempt | null {
    return null;
  }

  async send(batch: readonly OutgoingNotification[]): Promise<Outcome[]> {
    const end = this.now() + BATCH_MS;
    return Promise.all(batch.map((notification) => this.deliver(notification, end)));
  }

  trouble(): string | null {
    return this.lock && `The credentials for ${this.kind} are not accepted: ${this.lock.detail}.`;
  }

  private async deliver(notification: OutgoingNotification, end: number): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      const attempt = await this.turns.take(notification.organizationId, () => this.tryOnce(notification, end));
      if (attempt.is === 'sent') return this.tell('sent', 'sent');
      if (attempt.is === 'locked') return this.tell('failed', 'credentials');
      if (attempt.is !== 'deferred') return this.tell(attempt.is, attempt.reason);
      const waitMs = (attempt.afterMs ?? 0) + jittered(FIRST_WAIT_MS * 4 ** (tries - 1));
      if (tries === MAX_ATTEMPTS || this.now() + waitMs >= end) return this.tell('failed', attempt.reason);
      await wait(waitMs);
    }
  }

  private async tryOnce(notification: OutgoingNotification, end: number): Promise<Attempt> {
    const foregone = this.foregone(notification);
    if (foregone) return foregone;
    const started = this.now();
    if (this.lock && this.lock.until > started) return { is: 'locked', detail: this.lock.detail };
    const pauseMs = this.pauseMs(notification, started);
    if (pauseMs > 0) return deferred('paused', pauseMs);
    if (started >= end) return deferred('unavailable');
    const stop = this.tools.metrics.attempts.startTimer({ transport: this.kind });
    const signal = AbortSignal.timeout(Math.min(ATTEMPT_MS, end - started));
    const attempt = await Promise.race([this.attempt(notification, signal), ended(signal)]).catch((error: unknown) =>
      this.unreachable(error),
    );
    stop();
    this.remember(notification, attempt);
    return attempt;
  }

  private pauseMs({ deviceId }: OutgoingNotification, now: number): number {
    return Math.max(this.pauses.leftMs(EVERYBODY, now), this.pauses.leftMs(deviceId, now));
  }

  private remember({ deviceId }: OutgoingNotification, attempt: Attempt): void {
    if (attempt.is === 'locked') return this.close(attempt.detail);
    if (attempt.is === 'deferred') {
      if (attempt.afterMs) this.pauses.add(attempt.whom === 'all' ? EVERYBODY : deviceId, this.now(), attempt.afterMs);
      return;
    }
    // Only an answer to a notification shows that the credentials are valid. These three do.
    this.open();
  }

  /** What the way is like is told once for each change, not for each notification. */
  protected close(detail: string): void {
    if (this.lock?.detail !== detail)
      this.tools.log.error('A push service does not accept the credentials', { transport: this.kind, detail });
    this.lock = { detail, until: this.now() + LOCKED_MS };
    this.tools.metrics.open.set({ transport: this.kind }, 0);
  }

  protected open(): void {
    if (this.lock) this.tools.log.log('A push service accepts the credentials again', { transport: this.kind });
    this.lock = null;
    this.tools.metrics.open.set({ transport: this.kind }, 1);
  }

  private unreachable(error: unknown): Attempt {
    const now = this.now();
    if (now - this.toldAt >= TELL_MS) {
      this.toldAt = now;
      this.tools.log.warn('A push service could not be asked', { transport: this.kind, failure: failureOf(error) });
    }
    return deferred('unreachable');
  }

  private tell(outcome: Outcome, reason: Reason | 'sent'): Outcome {
    this.tools.metrics.outcomes.inc({ transport: this.kind, outcome, reason });
    return outcome;
  }

  private now(): number {
    return this.tools.clock.now().getTime();
  }
}

/** A random value between half and all of it, so that failed requests are not repeated all at once. */
const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2);

/** An error code such as ECONNREFUSED. Messages could contain the recipient. */
function failureOf(error: unknown): string {
  const { name, code, cause } = error as Error & { code?: string | number; cause?: { code?: string } };
  return String(cause?.code ?? (typeof code === 'string' ? code : name));
}

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

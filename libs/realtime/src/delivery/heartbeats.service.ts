import { Injectable } from '@nestjs/common';
import { performance } from 'node:perf_hooks';
import type { Heartbeat, Round } from './heartbeat';

/**
 * When a request without events gets a heartbeat, so that neither client nor proxy times out. All that are due within a short
 * time get theirs in one round: an answer and the poll after it cost several times as much when nothing else is being done.
 */
@Injectable()
export class Heartbeats {
  /** Milliseconds after a poll began. Clients time out after 90 s, and proxies after 60 s. */
  afterMs = 45_000;
  /** A random delay of at most this length spreads polls that began together. */
  spreadMs = 9_500;
  betweenRoundsMs = 500;
  private readonly rounds = new Map<number, Round>();

  /** Calls `give` once, unless the heartbeat is cancelled or begun again. */
  begin(give: () => void): Heartbeat {
    const round = this.nextRound();
    const heartbeat = { give, round };
    round.heartbeats.add(heartbeat);
    return heartbeat;
  }

  /** As if it began now, given or not. */
  beginAgain(heartbeat: Heartbeat): void {
    this.cancel(heartbeat);
    heartbeat.round = this.nextRound();
    heartbeat.round.heartbeats.add(heartbeat);
  }

  cancel(heartbeat: Heartbeat): void {
    const { round } = heartbeat;
    round.heartbeats.delete(heartbeat);
    if (round.heartbeats.size > 0) return;
    clearTimeout(round.timer);
    this.rounds.delete(round.dueAt);
  }

  private nextRound(): Round {
    const { afterMs, spreadMs, betweenRoundsMs } = this;
    const now = performance.now();
    const dueAt = Math.ceil((now + afterMs + Math.random() * spreadMs) / betweenRoundsMs) * betweenRoundsMs;
    const known = this.rounds.get(dueAt);
    if (known) return known;
    const timer = setTimeout(() => this.give(round), dueAt - now);
    const round: Round = { dueAt, timer, heartbeats: new Set() };
    this.rounds.set(dueAt, round);
    return round;
  }

  private give({ dueAt, heartbeats }: Round): void {
    this.rounds.delete(dueAt);
    for (const { give } of heartbeats) give();
  }
}

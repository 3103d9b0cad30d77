import { Audit, KINDS } from './audit';
import type { Trouble } from './disturbances';
import { quantile } from './tally';
import type { Town } from './town';

const ALL: readonly Trouble[] = ['killed', 'paused', 'crashed'];

/** The latency of events, and the number of messages and deliveries, over all rounds. */
export class Report {
  private sent = 0;
  private acknowledged = 0;
  private delivered = 0;
  private readonly waits: number[] = [];
  private readonly withoutCrashes: number[] = [];
  private readonly undisturbed: number[] = [];
  private readonly known = new Set<string>();
  private readonly began = performance.now();

  constructor(
    private readonly town: Town,
    private readonly audit: Audit,
  ) {}

  /** After a round, before its messages are dropped. */
  note(): void {
    const { ledger, readers, disturbances } = this.town;
    this.sent += ledger.messages.size;
    this.acknowledged += ledger.acknowledged.length;
    for (const { received, isBrisk } of readers) {
      this.delivered += received.length;
      for (const { number, at } of isBrisk ? received : []) {
        const message = ledger.messages.get(number);
        if (!message || !message.isInTurn || message.acknowledgedAt === null) continue;
        const wait = Math.max(0, at - message.acknowledgedAt);
        this.waits.push(wait);
        if (!disturbances.touches(message.from, at, ['crashed'])) this.withoutCrashes.push(wait);
        if (!disturbances.touches(message.from, at, ALL)) this.undisturbed.push(wait);
      }
    }
    const minutes = ((performance.now() - this.began) / 60_000).toFixed(1);
    process.stdout.write(`${minutes} min: ${this.counts()}\n${this.found()}`);
  }

  whole(seed: number, seconds: number): string {
    const { tally, disturbances, wire, cluster, readers } = this.town;
    const troubles = ALL.map((trouble) => `${disturbances.countOf(trouble)} ${trouble}`).join(', ');
    const wait = (times: readonly number[]) => `p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms`;
    return [
      `seed ${seed}, ${seconds} s, ${cluster.nodes.length} nodes behind ${cluster.balancedBy}; nodes and PostgreSQL: ${troubles}`,
      `${wire.attempts} requests, ${wire.unanswered} without an answer, ${wire.lost} answers lost on the wire, ${wire.unready} not ready`,
      `${this.counts()}, to ${readers.length} queues`,
      `from the answer to the reader ${wait(this.waits)}; without the seconds of a crash ${wait(this.withoutCrashes)}; ` +
        `undisturbed ${wait(this.undisturbed)}`,
      `${tally.total} deeds, with all repetitions:`,
      tally.describe(),
      '',
    ].join('\n');
  }

  private counts(): string {
    const { lost, doubled, strange } = this.audit.findings;
    return (
      `${this.sent} sent, ${this.acknowledged} acknowledged, ${this.delivered} delivered, ` +
      `${lost.length} lost, ${doubled.length} doubled, ${strange.length} to the wrong person`
    );
  }

  /** In full, during a long run. */
  private found(): string {
    const { findings } = this.audit;
    const { breaches, everybody } = this.town;
    const all = [
      ...KINDS.flatMap((kind) => findings[kind].map((one) => `${kind}: ${one}`)),
      ...breaches,
      ...everybody.flatMap(({ wrongAnswers }) => wrongAnswers),
    ];
    const news = all.filter((one) => !this.known.has(one));
    for (const one of news) this.known.add(one);
    return news.map((one) => `  ! ${one}\n`).join('');
  }
}

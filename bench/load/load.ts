import { quantile } from '../support';
import { Tally } from './tally';

const PATIENCE_MS = 15_000;

/** A sender: one message at a time, resolved when it is accepted. */
export interface Sender {
  send(number: number): Promise<void>;
}

/** Users who are online in one place, some of whom send; all receive everything. */
export interface Group {
  readonly senders: readonly Sender[];
  readonly size: number;
  /** The measurement in progress, to which readers report. */
  tally: Tally;
}

export interface Outcome {
  readonly messages: number;
  /** Messages, and deliveries of them, a second, until the last reader has received the last one. */
  readonly rate: number;
  readonly deliveries: number;
  /** From the time when a message was due until a reader received it. */
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
  readonly doubled: number;
}

/** Each sender sends the next message as soon as the last one is accepted. */
export async function flatOut(group: Group, seconds: number): Promise<Outcome> {
  const { tally, began } = begin(group);
  const until = began + seconds * 1_000;
  const sending = group.senders.map(async (sender) => {
    while (performance.now() < until) await sender.send(tally.next(performance.now()));
  });
  await Promise.all(sending);
  return outcome(tally, began);
}

/** So many a second, however long each takes; a message that waits for a sender counts as waiting. */
export async function paced(group: Group, perSecond: number, seconds: number): Promise<Outcome> {
  const { tally, began } = begin(group);
  const total = Math.max(1, Math.round(perSecond * seconds));
  const turns = group.senders.map(() => Promise.resolve());
  while (tally.sent < total) {
    const due = began + (tally.sent / perSecond) * 1_000;
    if (due > performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      continue;
    }
    const at = tally.sent % turns.length;
    const number = tally.next(due);
    turns[at] = turns[at].then(() => group.senders[at].send(number));
  }
  await Promise.all(turns);
  return outcome(tally, began);
}

function begin(group: Group): { tally: Tally; began: number } {
  const { first, sent } = group.tally;
  group.tally = new Tally(group.size, first + sent);
  return { tally: group.tally, began: performance.now() };
}

async function outcome(tally: Tally, began: number): Promise<Outcome> {
  const answeredAt = performance.now();
  await tally.complete(PATIENCE_MS);
  const seconds = (Math.max(tally.lastAt, answeredAt) - began) / 1_000;
  const { sent, lost, doubled, readers, waits } = tally;
  return {
    messages: sent,
    rate: sent / seconds,
    deliveries: (sent * readers - lost) / seconds,
    p50: waits.length > 0 ? quantile(waits, 0.5) : NaN,
    p99: waits.length > 0 ? quantile(waits, 0.99) : NaN,
    lost,
    doubled,
  };
}

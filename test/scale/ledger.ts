import type { Place } from './places';

export interface NumberedMessage {
  readonly number: number;
  readonly authorId: number;
  readonly place: Place;
  readonly from: number;
  /** From then on it must be there (performance.now()); null: its effect is unknown. */
  acknowledgedAt: number | null;
  /** Sent at once after the answer to the one before. */
  readonly isInTurn: boolean;
  /** Unknown for scheduled messages. */
  id: number | null;
  /** Where a move has put it since. */
  movedTo: Place | null;
  isDeleted: boolean;
  /** A user changes its visibility: other users leave it alone from then on. */
  isClosed: boolean;
  /** The number of running actions. */
  holds: number;
}

interface Findings {
  lost: string[];
  doubled: string[];
  strange: string[];
}

/** The messages since the last audit, to compare with those received. */
export class Ledger {
  messages = new Map<number, NumberedMessage>();
  private count = 0;

  open(authorId: number, place: Place, isInTurn = true): NumberedMessage {
    const message: NumberedMessage = {
      number: this.count++,
      authorId,
      place,
      from: performance.now(),
      acknowledgedAt: null,
      isInTurn,
      id: null,
      movedTo: null,
      isDeleted: false,
      isClosed: false,
      holds: 0,
    };
    this.messages.set(message.number, message);
    return message;
  }

  get acknowledged(): NumberedMessage[] {
    return [...this.messages.values()].filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  }

  /** The errors in the numbers that a queue has delivered, in their order. */
  auditQueue(userId: number, received: readonly number[]): Findings {
    const at = ({ place, from, acknowledgedAt }: NumberedMessage) =>
      place.presence(userId, from, acknowledgedAt ?? Infinity);
    return this.audit(received, (message) => {
      const presence = at(message);
      // A queue need not deliver messages that are deleted by then.
      return presence === 'in' && (message.isDeleted || message.movedTo !== null) ? 'unsure' : presence;
    });
  }

  /** The errors in the numbers of a user's history. */
  auditHistory(userId: number, numbers: readonly number[]): Findings {
    return this.audit(numbers, (message) => {
      const { place, movedTo, isDeleted, from, acknowledgedAt } = message;
      if (isDeleted) return 'out';
      const now = performance.now();
      const here = (movedTo ?? place).presence(userId, now, now);
      const then = place.presence(userId, from, acknowledgedAt ?? Infinity);
      if (here === 'in' && then === 'in') return 'in';
      return (movedTo ?? place).isSecret && here === 'out' ? 'out' : 'unsure';
    });
  }

  private audit(numbers: readonly number[], rightOf: (message: NumberedMessage) => string): Findings {
    const times = new Map<number, number>();
    for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
    const lost = this.acknowledged.filter((one) => !times.has(one.number) && rightOf(one) === 'in');
    const strange = [...times.keys()]
      .map((number) => this.messages.get(number))
      .filter((one) => one !== undefined && rightOf(one) === 'out') as NumberedMessage[];
    return {
      lost: lost.map(describe),
      doubled: [...times].filter(([, count]) => count > 1).map(([number, count]) => `${number}: ${count} times`),
      strange: strange.map(describe),
    };
  }

  /** Messages of a sender who waits for each answer have that order. */
  disorder(numbers: readonly number[]): string[] {
    const last = new Map<number, number>();
    const found: string[] = [];
    for (const number of numbers) {
      const message = this.messages.get(number);
      if (!message || !message.isInTurn) continue;
      const before = last.get(message.authorId) ?? -1;
      if (before > number) found.push(`${number} after ${before} of ${message.authorId}`);
      last.set(message.authorId, number);
    }
    return found;
  }
}

const describe = ({ number, place, authorId, id, isInTurn }: NumberedMessage): string =>
  `number ${number} (message ${id}) of ${authorId} in ${place.name}${isInTurn ? '' : ', out of turn'}`;

export const contentOf = (number: number, addition = ''): string => `number ${number}${addition}`;

export const numberIn = (content: string): number => Number(/^number (\d+)/.exec(content)?.[1] ?? NaN);

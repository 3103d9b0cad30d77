import type { Parameters } from '../support/person';

/** Where numbered messages go, and who is to receive them. */
export interface Conversation {
  readonly address: Parameters;
  readonly userIds: readonly number[];
}

export interface NumberedMessage {
  readonly number: number;
  readonly conversation: Conversation;
  /** When the send was answered with success (performance.now()); null: it may or may not have happened. */
  acknowledgedAt: number | null;
}

/** What was sent, to hold against what arrived. */
export class Ledger {
  readonly messages: NumberedMessage[] = [];

  open(conversation: Conversation): NumberedMessage {
    const message = { number: this.messages.length, conversation, acknowledgedAt: null };
    this.messages.push(message);
    return message;
  }

  get acknowledged(): NumberedMessage[] {
    return this.messages.filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  }

  /** What is wrong with the numbers that somebody received, in any order. */
  audit(userId: number, received: readonly number[]): { lost: number[]; doubled: number[]; strange: number[] } {
    const times = new Map<number, number>();
    for (const number of received) times.set(number, (times.get(number) ?? 0) + 1);
    const concerns = (number: number) => this.messages[number]?.conversation.userIds.includes(userId);
    return {
      lost: this.acknowledged.map(({ number }) => number).filter((number) => concerns(number) && !times.has(number)),
      doubled: [...times].filter(([, count]) => count > 1).map(([number]) => number),
      strange: [...times.keys()].filter((number) => !concerns(number)),
    };
  }
}

export const contentOf = (number: number): string => `number ${number}`;

export const numberIn = (content: string): number => Number(/^number (\d+)$/.exec(content)?.[1] ?? NaN);

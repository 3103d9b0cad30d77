import type { Parameters } from '../support/person';

/** Whether a user is a member, as far as it is known from outside. */
export type Presence = 'in' | 'out' | 'unsure';

interface Change {
  readonly from: number;
  /** The time when the change was acknowledged and no other is pending; until then unknown. */
  to: number;
  readonly isIn: boolean;
}

/** A place for messages: a channel or some users, and who is a member when. */
export class Place {
  private readonly changes = new Map<number, Change[]>();

  /**
   * @param userIds the members from the start
   * @param channelId null: direct messages
   * @param isSecret whether only members read it, and only during the membership
   */
  constructor(
    readonly name: string,
    readonly address: Parameters,
    readonly userIds: readonly number[],
    readonly channelId: number | null,
    readonly isSecret: boolean,
  ) {}

  /** Whether the members never change. */
  get isSteady(): boolean {
    return this.changes.size === 0;
  }

  /** Unknown from now on. @returns what to call when it is known again */
  begin(userId: number, isIn: boolean): () => void {
    const change: Change = { from: performance.now(), to: Infinity, isIn };
    this.changes.set(userId, [...(this.changes.get(userId) ?? []), change]);
    return () => (change.to = performance.now());
  }

  presence(userId: number, from: number, to: number): Presence {
    const changes = this.changes.get(userId) ?? [];
    if (changes.some((one) => one.from <= to && one.to >= from)) return 'unsure';
    const before = changes.filter((one) => one.to < from);
    const isIn = before.at(-1)?.isIn ?? this.userIds.includes(userId);
    return isIn ? 'in' : 'out';
  }

  isSurelyIn(userId: number): boolean {
    const now = performance.now();
    return this.presence(userId, now, now) === 'in';
  }
}

import type { Parameters } from '../support/person';

/** Whether somebody is in, as far as it can be known from outside. */
export type Presence = 'in' | 'out' | 'unsure';

interface Change {
  readonly from: number;
  /** When the change was acknowledged and nothing else can be under way; until then nobody knows. */
  to: number;
  readonly isIn: boolean;
}

/** Where messages go: a channel or some people, and who is there when. */
export class Place {
  private readonly changes = new Map<number, Change[]>();

  /**
   * @param userIds who is there from the start
   * @param channelId null: direct messages
   * @param isSecret whether only those who are there read it, and only as long as they are
   */
  constructor(
    readonly name: string,
    readonly address: Parameters,
    readonly userIds: readonly number[],
    readonly channelId: number | null,
    readonly isSecret: boolean,
  ) {}

  /** Whether it is always the same people. */
  get isSteady(): boolean {
    return this.changes.size === 0;
  }

  /** From now on nobody knows. @returns what to call when it is known again */
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

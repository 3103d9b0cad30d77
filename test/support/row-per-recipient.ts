/** Who reads a channel: all users; subscribers everything; subscribers what they have a row of. */
export type ChannelKind = 'public' | 'shared' | 'protected';

export interface ModelMessage {
  id: number;
  sender: number;
  /** null: a direct message to `people`, with the sender. */
  channel: string | null;
  people: number[];
  topic: string;
  isReadBySender: boolean;
  /** Of the users who receive it. */
  mentioned: number[];
  mentionsAll: boolean;
}

interface ModelChannel {
  kind: ChannelKind;
  members: Set<number>;
  /** Former subscribers too. */
  everMembers: Set<number>;
}

/** The flags of a row, by the names of the interface. */
type Row = Set<string>;

/**
 * The model of read state: a row for each user and message, written at the send. It follows the case table of
 * docs/protocol/read-state.md case by case and knows no positions, floors or chains.
 */
export class RowPerRecipient {
  readonly channels = new Map<string, ModelChannel>();
  /** The visible ones. */
  readonly messages = new Map<number, ModelMessage>();
  private readonly rows = new Map<number, Map<number, Row>>();
  /** Sent, and not committed yet: rows that no reader sees. */
  private readonly underWay = new Map<number, { message: ModelMessage; rows: Map<number, Row> }>();
  private readonly inactive = new Set<number>();
  private readonly mutes = new Set<string>();

  open(channel: string, kind: ChannelKind, members: readonly number[]): void {
    this.channels.set(channel, { kind, members: new Set(members), everMembers: new Set(members) });
  }

  rowsOf(user: number): Map<number, Row> {
    if (!this.rows.has(user)) this.rows.set(user, new Map());
    return this.rows.get(user)!;
  }

  members = (channel: string): Set<number> => this.channels.get(channel)!.members;
  isActive = (user: number): boolean => !this.inactive.has(user);

  /** Subscribed now, or in the conversation. */
  isThere(user: number, { channel, people }: ModelMessage): boolean {
    return channel === null ? people.includes(user) : this.members(channel).has(user);
  }

  reads(user: number, message: ModelMessage): boolean {
    const hasRow = this.rowsOf(user).has(message.id);
    if (message.channel === null) return hasRow;
    const { kind, members } = this.channels.get(message.channel)!;
    return kind === 'public' || (members.has(user) && (kind === 'shared' || hasRow));
  }

  /** The sender has written it; it is visible after `commit`. */
  draw(message: ModelMessage): void {
    const everybody = message.channel === null ? message.people : [...this.members(message.channel)];
    const rows = new Map<number, Row>();
    for (const user of everybody.filter(this.isActive)) {
      const row: Row = new Set();
      if (user === message.sender && message.isReadBySender) row.add('read');
      if (this.mutes.has(`${user} ${message.sender}`)) row.add('read');
      if (message.mentioned.includes(user)) row.add('mentioned');
      if (message.mentionsAll) row.add('stream_wildcard_mentioned').add('wildcard_mentioned');
      rows.set(user, row);
    }
    this.underWay.set(message.id, { message, rows });
  }

  commit(id: number): void {
    const { message, rows } = this.underWay.get(id)!;
    this.underWay.delete(id);
    this.messages.set(id, message);
    for (const [user, row] of rows) this.rowsOf(user).set(id, row);
  }

  rollBack(id: number): void {
    this.underWay.delete(id);
  }

  sent(message: ModelMessage): void {
    this.draw(message);
    this.commit(message.id);
  }

  join(user: number, channel: string): void {
    this.members(channel).add(user);
    this.channels.get(channel)!.everMembers.add(user);
  }

  leave(user: number, channel: string): void {
    this.members(channel).delete(user);
    for (const [id, row] of this.rowsOf(user)) if (this.messages.get(id)!.channel === channel) row.add('read');
  }

  change(channel: string, kind: ChannelKind): void {
    this.channels.get(channel)!.kind = kind;
  }

  deactivate = (user: number): void => void this.inactive.add(user);
  reactivate = (user: number): void => void this.inactive.delete(user);

  mute(user: number, sender: number): void {
    this.mutes.add(`${user} ${sender}`);
    for (const [id, row] of this.rowsOf(user)) if (this.messages.get(id)!.sender === sender) row.add('read');
    for (const { message, rows } of this.underWay.values()) if (message.sender === sender) rows.get(user)?.add('read');
  }

  hasMuted = (user: number, sender: number): boolean => this.mutes.has(`${user} ${sender}`);
  unmute = (user: number, sender: number): void => void this.mutes.delete(`${user} ${sender}`);

  /** The ids whose flag has changed. */
  markRead(user: number, ids: readonly number[]): number[] {
    return ids.filter((id) => {
      const row = this.rowsOf(user).get(id);
      return row && !row.has('read') ? row.add('read') : false;
    });
  }

  readAll = (user: number): number[] => this.markRead(user, [...this.rowsOf(user).keys()]);

  readChannel(user: number, channel: string, topic: string | null): number[] {
    const isIn = (one: ModelMessage) => one.channel === channel && (topic === null || one.topic === topic);
    return this.markRead(
      user,
      [...this.rowsOf(user).keys()].filter((id) => isIn(this.messages.get(id)!)),
    );
  }

  /** null: refused, because one of them is unreadable. */
  markUnread(user: number, ids: readonly number[]): number[] | null {
    const rows = this.rowsOf(user);
    const isKnown = (id: number): boolean => {
      const message = this.messages.get(id);
      return message !== undefined && (rows.has(id) || this.reads(user, message));
    };
    if (!ids.every(isKnown)) return null;
    return ids.filter((id) => {
      if (!this.isThere(user, this.messages.get(id)!)) return false;
      if (!rows.has(id)) return rows.set(id, new Set(['historical']));
      return rows.get(id)!.delete('read');
    });
  }

  star(user: number, ids: readonly number[]): number[] | null {
    const rows = this.rowsOf(user);
    const isReadable = (id: number) => this.messages.has(id) && this.reads(user, this.messages.get(id)!);
    if (!ids.every(isReadable)) return null;
    return ids.filter((id) => {
      if (!rows.has(id)) rows.set(id, new Set(['historical', 'read']));
      return rows.get(id)!.has('starred') ? false : rows.get(id)!.add('starred');
    });
  }

  unstar(user: number, ids: readonly number[]): number[] {
    return ids.filter((id) => this.rowsOf(user).get(id)?.delete('starred') ?? false);
  }

  move(ids: readonly number[], to: string, topic: string, users: readonly number[]): void {
    const { kind, members } = this.channels.get(to)!;
    for (const id of ids) {
      const message = this.messages.get(id)!;
      const from = message.channel!;
      this.messages.set(id, { ...message, channel: to, topic });
      if (from === to) continue;
      for (const user of users) {
        const isMember = members.has(user);
        if (this.channels.get(from)!.everMembers.has(user) && !isMember) this.rowsOf(user).delete(id);
        if (kind === 'protected' && isMember && !this.rowsOf(user).has(id))
          this.rowsOf(user).set(id, new Set(['read']));
      }
    }
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.messages.delete(id);
      for (const rows of this.rows.values()) rows.delete(id);
    }
  }

  /** The flags that a reader of the message sees. */
  flags(user: number, id: number): string[] {
    return [...(this.rowsOf(user).get(id) ?? ['read', 'historical'])].sort();
  }

  /** The personal history, ascending by id. */
  feed(user: number): ModelMessage[] {
    const own = [...this.rowsOf(user).keys()].map((id) => this.messages.get(id)!);
    return own.filter((message) => this.reads(user, message)).sort((a, b) => a.id - b.id);
  }

  /** Ascending. */
  unread(user: number): number[] {
    return this.feed(user).flatMap(({ id }) => (this.rowsOf(user).get(id)!.has('read') ? [] : [id]));
  }
}

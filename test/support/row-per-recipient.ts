/** A row for each user and message, as the design does without: what every answer is held against. */
export class RowPerRecipient {
  readonly rows = new Map<number, Map<number, Set<string>>>();
  readonly members = new Map<string, Set<number>>();
  readonly places = new Map<number, { channel: string | null; people: number[] }>();

  rowsOf(user: number): Map<number, Set<string>> {
    if (!this.rows.has(user)) this.rows.set(user, new Map());
    return this.rows.get(user)!;
  }

  sent(id: number, sender: number, channel: string | null, people: number[], isReadBySender: boolean): void {
    this.places.set(id, { channel, people });
    for (const user of channel === null ? people : this.members.get(channel)!) {
      this.rowsOf(user).set(id, new Set(user === sender && isReadBySender ? ['read'] : []));
    }
  }

  isMember = (user: number, id: number): boolean => {
    const { channel, people } = this.places.get(id)!;
    return channel === null ? people.includes(user) : this.members.get(channel)!.has(user);
  };

  reads(user: number, id: number): boolean {
    const { channel, people } = this.places.get(id)!;
    if (channel === null) return people.includes(user);
    if (channel === 'public') return true;
    return this.members.get(channel)!.has(user) && (channel === 'shared' || this.rowsOf(user).has(id));
  }

  markRead(user: number, ids: number[]): number[] {
    return ids.filter((id) => {
      const row = this.rowsOf(user).get(id);
      if (!row || row.has('read')) return false;
      return row.add('read');
    });
  }

  markUnread(user: number, ids: number[]): number[] | null {
    const rows = this.rowsOf(user);
    if (!ids.every((id) => rows.has(id) || this.reads(user, id))) return null;
    return ids.filter((id) => {
      if (!this.isMember(user, id)) return false;
      if (!rows.has(id)) return rows.set(id, new Set(['historical']));
      return rows.get(id)!.delete('read');
    });
  }

  star(user: number, ids: number[]): number[] | null {
    const rows = this.rowsOf(user);
    if (!ids.every((id) => this.reads(user, id))) return null;
    return ids.filter((id) => {
      if (!rows.has(id)) rows.set(id, new Set(['historical', 'read']));
      if (rows.get(id)!.has('starred')) return false;
      return rows.get(id)!.add('starred');
    });
  }

  unstar(user: number, ids: number[]): number[] {
    return ids.filter((id) => this.rowsOf(user).get(id)?.delete('starred') ?? false);
  }

  leave(user: number, channel: string): void {
    this.members.get(channel)!.delete(user);
    for (const [id, row] of this.rowsOf(user)) if (this.places.get(id)!.channel === channel) row.add('read');
  }

  /** What the personal feed shows, by id. */
  feed(user: number): [number, string[]][] {
    const seen = [...this.rowsOf(user)].filter(([id]) => this.reads(user, id));
    return seen.sort(([a], [b]) => a - b).map(([id, row]) => [id, [...row].sort()]);
  }

  unread(user: number): number[] {
    return this.feed(user).flatMap(([id, flags]) => (flags.includes('read') ? [] : [id]));
  }
}

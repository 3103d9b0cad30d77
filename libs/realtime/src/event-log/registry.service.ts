import { withReservedConnections } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { RuleSubject } from '../records/audience';
import type { LogEntry } from '../records/log-entry';
import type { AudienceIndex, EventKind, LogFollower, SnapshotPart } from './ports';

/** Event kinds, audience indexes, followers of the log and snapshot parts. Each context registers its own in `onModuleInit`. */
@Injectable()
export class Registry {
  readonly kinds = new Map<string, EventKind>();
  readonly indexes = new Map<string, AudienceIndex>();
  readonly followers: LogFollower[] = [];
  readonly parts: SnapshotPart[] = [];

  /** The log holds payloads of all kinds, so their types end here: each kind reads only what was written under its name. */
  addKinds(...kinds: EventKind<never>[]): void {
    for (const kind of kinds) {
      if (this.kinds.has(kind.kind)) throw new Error(`The event kind ${kind.kind} is registered twice.`);
      this.kinds.set(kind.kind, kind as EventKind);
    }
  }

  addIndex(index: AudienceIndex): void {
    if (this.indexes.has(index.rule)) throw new Error(`The audience rule ${index.rule} is registered twice.`);
    this.indexes.set(index.rule, index);
  }

  addFollower(follower: LogFollower): void {
    this.followers.push(follower);
  }

  addPart(part: SnapshotPart): void {
    this.parts.push(part);
  }

  /** Whether this version knows the entry. Nodes of a newer version write to the same log. */
  knows({ kind, audience }: Pick<LogEntry, 'kind' | 'audience'>): boolean {
    return this.kinds.has(kind) && (audience.to !== 'rule' || this.indexes.has(audience.rule));
  }

  /**
   * Loads the audiences of these entries. They stay loaded until the caller awaits something else. Does not wait for a
   * connection behind requests, because the reader of the log waits for it.
   */
  async load(entries: readonly LogEntry[]): Promise<void> {
    for (let lacking = this.lacking(entries); lacking.size > 0; lacking = this.lacking(entries))
      for (const [index, subjects] of lacking) await withReservedConnections(() => index.load(subjects));
  }

  isLoaded(entries: readonly LogEntry[]): boolean {
    return entries.every(({ audience }) => {
      const index = audience.to === 'rule' ? this.indexes.get(audience.rule) : undefined;
      return audience.to !== 'rule' || !index || index.knows(audience.of);
    });
  }

  private lacking(entries: readonly LogEntry[]): Map<AudienceIndex, RuleSubject[]> {
    const lacking = new Map<AudienceIndex, RuleSubject[]>();
    for (const { audience } of entries) {
      if (audience.to !== 'rule') continue;
      const index = this.indexes.get(audience.rule);
      if (!index || index.knows(audience.of)) continue;
      const subjects = lacking.get(index);
      if (subjects) subjects.push(audience.of);
      else lacking.set(index, [audience.of]);
    }
    return lacking;
  }

  /** @throws Error for an unregistered kind or audience: the log must not hold what cannot be told */
  assertKnown(kind: string, rule: string | null): void {
    if (!this.kinds.has(kind)) throw new Error(`No context has registered the event kind ${kind}.`);
    if (rule !== null && !this.indexes.has(rule)) throw new Error(`No context answers the audience rule ${rule}.`);
  }
}

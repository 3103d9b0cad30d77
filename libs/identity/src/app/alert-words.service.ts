import type { OrganizationId } from '@app/kernel';
import { AlertWordIndex, alertWordIndex } from '@app/markdown';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AlertWord, alertWords, assertFewAlertWords, foldedWord } from '../domain/alert-word';
import { AlertWordRepository } from '../store/alert-word.repository';
import { OrganizationRepository } from '../store/organization.repository';
import { AlertWordClientEvents } from './alert-word.client-events';
import { VersionedCache } from './versioned-cache';

interface KnownWords {
  readonly id: OrganizationId;
  readonly version: number;
  readonly index: AlertWordIndex;
}

/** Words that make a message important to somebody: theirs alone (reference: realtime-and-push.md 7.3). */
@Injectable()
export class AlertWords {
  private readonly cache = new VersionedCache<KnownWords>();

  constructor(
    private readonly rows: AlertWordRepository,
    private readonly organizations: OrganizationRepository,
    private readonly clients: AlertWordClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Everybody's words in the actor's organization, ready for `findAlertWords`. No query while nothing that rendering
   * uses has changed; to be asked for before a transaction.
   */
  async ofOrganization({
    organizationId,
    renderingVersion,
  }: Pick<Actor, 'organizationId' | 'renderingVersion'>): Promise<AlertWordIndex> {
    const known = this.cache.find(organizationId, renderingVersion);
    if (known) return known.index;
    const { id, version, entries } = await this.rows.ofOrganization(organizationId);
    const read = { id, version, index: alertWordIndex(entries) };
    // What a transaction reads may be its own and never come true.
    return (this.transactions.open ? read : this.cache.keep(read)).index;
  }

  /** In the order in which they were added. */
  async of({ userId }: Pick<Actor, 'userId'>): Promise<string[]> {
    return textsOf(await this.rows.list(userId));
  }

  /**
   * Adds what is not there yet in any case; the whole list.
   * @throws AlertWordIsTooLong, TooManyAlertWords
   */
  add(actor: Actor, given: readonly string[]): Promise<string[]> {
    const wanted = alertWords(given);
    return this.change(actor, async (present) => {
      const known = new Set(present.map(({ folded }) => folded));
      const added = wanted.filter(({ folded }) => !known.has(folded));
      assertFewAlertWords(present.length + added.length);
      if (added.length > 0) await this.rows.insert(actor.organizationId, actor.userId, added);
      return [...present, ...added];
    });
  }

  /** Takes away what is there, in any case; the whole list. */
  remove(actor: Actor, given: readonly string[]): Promise<string[]> {
    const unwanted = new Set(given.map(foldedWord));
    return this.change(actor, async (present) => {
      const kept = present.filter(({ folded }) => !unwanted.has(folded));
      if (kept.length < present.length) await this.rows.remove(actor.userId, [...unwanted]);
      return kept;
    });
  }

  private change(actor: Actor, work: (present: AlertWord[]) => Promise<AlertWord[]>): Promise<string[]> {
    return this.transactions.run([lock.user(actor.userId)], async () => {
      const before = await this.rows.list(actor.userId);
      const words = textsOf(await work(before));
      if (words.length === before.length) return words;
      await this.organizations.raiseRenderingVersion(actor.organizationId);
      this.clients.tell(actor, words);
      return words;
    });
  }
}

const textsOf = (words: readonly AlertWord[]): string[] => words.map(({ word }) => word);

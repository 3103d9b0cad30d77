import type { UserId } from '@app/kernel';
import { alertWordIndex, alertWordStarts, findAlertWords } from '@app/markdown';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AlertWord, alertWords, assertFewAlertWords, foldedWord } from './alert-word';
import { AlertWordRepository } from './alert-word.repository';
import { AlertWordClientEvents } from './alert-word.client-events';

/** Words that alert a user in messages. Other users cannot see them (docs/protocol/personal.md). */
@Injectable()
export class AlertWords {
  constructor(
    private readonly rows: AlertWordRepository,
    private readonly clients: AlertWordClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The users of the actor's organization whose alert words are in the text, whether or not they receive the message.
   * Call it before the transaction. It runs at most one statement, and none if no user has alert words.
   */
  async alertedBy(
    text: string,
    { organizationId, hasAlertWords }: Pick<Actor, 'organizationId' | 'hasAlertWords'>,
  ): Promise<UserId[]> {
    if (!hasAlertWords) return [];
    const candidates = await this.rows.startingWith(organizationId, [...alertWordStarts(text)]);
    return [...findAlertWords(text, alertWordIndex(candidates))] as UserId[];
  }

  /** Ordered by the time of addition. */
  async of({ userId }: Pick<Actor, 'userId'>): Promise<string[]> {
    return textsOf(await this.rows.list(userId));
  }

  /**
   * Adds the words that the list lacks, ignoring case. Returns the whole list.
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

  /** Removes the words from the list, ignoring case. Returns the whole list. */
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
      this.clients.tell(actor, words);
      return words;
    });
  }
}

const textsOf = (words: readonly AlertWord[]): string[] => words.map(({ word }) => word);

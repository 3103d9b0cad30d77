import type { UserId } from '@app/kernel';
import { alertWordIndex, alertWordStarts, findAlertWords } from '@app/markdown';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AlertWord, alertWords, assertFewAlertWords, foldedWord } from './alert-word';
import { AlertWordRepository } from './alert-word.repository';
import { AlertWordClientEvents } from './alert-word.client-events';

/** Words that make a message important to a user: known to that user alone (docs/protocol/personal.md). */
@Injectable()
export class AlertWords {
  constructor(
    private readonly rows: AlertWordRepository,
    private readonly clients: AlertWordClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Users of the actor's organization of whom a word is in the text, whether or not they receive it. One statement that
   * reads the words which begin as the text has them, or none where no user has any; to be asked before a transaction.
   */
  async alertedBy(
    text: string,
    { organizationId, hasAlertWords }: Pick<Actor, 'organizationId' | 'hasAlertWords'>,
  ): Promise<UserId[]> {
    if (!hasAlertWords) return [];
    const candidates = await this.rows.startingWith(organizationId, [...alertWordStarts(text)]);
    return [...findAlertWords(text, alertWordIndex(candidates))] as UserId[];
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
      this.clients.tell(actor, words);
      return words;
    });
  }
}

const textsOf = (words: readonly AlertWord[]): string[] => words.map(({ word }) => word);

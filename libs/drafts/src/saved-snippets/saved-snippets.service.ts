import { Clock } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertFewSnippets, SavedSnippet, snippetText, SnippetText } from './saved-snippet';
import { SnippetDoesNotExist } from './saved-snippet.errors';
import { SavedSnippetRepository } from './saved-snippet.repository';
import { SavedSnippetClientEvents } from './saved-snippets.client-events';

/** Texts that a user stores in order to send them again (docs/protocol/drafts.md). */
@Injectable()
export class SavedSnippets {
  constructor(
    private readonly rows: SavedSnippetRepository,
    private readonly clients: SavedSnippetClientEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Ordered by creation. */
  list({ userId }: Actor): Promise<SavedSnippet[]> {
    return this.rows.list(userId);
  }

  /**
   * Returns the id of the new snippet.
   * @throws SnippetIsIncomplete, SnippetIsTooLong, TooManySnippets
   */
  async create(actor: Actor, written: SnippetText): Promise<number> {
    const text = { title: snippetText('title', written.title), content: snippetText('content', written.content) };
    return this.transactions.run([lock.user(actor.userId)], async () => {
      assertFewSnippets((await this.rows.count(actor.userId)) + 1);
      const snippet = await this.rows.insert(actor, text, this.clock.now());
      this.clients.tellAdded(actor, snippet);
      return snippet.id;
    });
  }

  /**
   * Sends no client event if the text stays the same.
   * @throws SnippetDoesNotExist, SnippetIsIncomplete, SnippetIsTooLong
   */
  change(actor: Actor, id: number, written: Partial<SnippetText>): Promise<void> {
    return this.transactions.run([lock.user(actor.userId)], async () => {
      const before = await this.rows.find(actor.userId, id);
      if (!before) throw new SnippetDoesNotExist();
      const title = written.title === undefined ? before.title : snippetText('title', written.title);
      const content = written.content === undefined ? before.content : snippetText('content', written.content);
      if (title === before.title && content === before.content) return;
      const after = { ...before, title, content };
      await this.rows.update(actor.userId, after);
      this.clients.tellChanged(actor, after);
    });
  }

  /** @throws SnippetDoesNotExist */
  remove(actor: Actor, id: number): Promise<void> {
    return this.transactions.run([lock.user(actor.userId)], async () => {
      if (!(await this.rows.remove(actor.userId, id))) throw new SnippetDoesNotExist();
      this.clients.tellRemoved(actor, id);
    });
  }
}

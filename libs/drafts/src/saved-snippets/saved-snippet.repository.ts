import { unixSeconds, type UserId } from '@app/kernel';
import { type Actor, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { SavedSnippet, SnippetText } from './saved-snippet';
import { SavedSnippetEntity } from './saved-snippet.entity';

type Author = Pick<Actor, 'organizationId' | 'userId'>;

@Injectable()
export class SavedSnippetRepository {
  constructor(
    @InjectRepository(SavedSnippetEntity) private readonly snippets: Repository<SavedSnippetEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by creation. Uses SQL because every registration runs it (ADR 30). */
  list(userId: UserId): Promise<SavedSnippet[]> {
    return this.database.rows<SavedSnippet>(
      `SELECT id, title, content, floor(extract(epoch FROM created_at))::bigint AS "createdAt"
        FROM saved_snippet WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
  }

  count(userId: UserId): Promise<number> {
    return this.snippets.countBy({ userId });
  }

  async insert({ organizationId, userId }: Author, { title, content }: SnippetText, at: Date): Promise<SavedSnippet> {
    const snippet = this.snippets.create({ organizationId, userId, title, content, createdAt: at });
    await this.snippets.insert(snippet);
    return snippetOf(snippet);
  }

  /** `null`: the user has no such snippet. */
  async find(userId: UserId, id: number): Promise<SavedSnippet | null> {
    const snippet = await this.snippets.findOneBy({ userId, id });
    return snippet && snippetOf(snippet);
  }

  async update(userId: UserId, { id, title, content }: SavedSnippet): Promise<void> {
    await this.snippets.update({ userId, id }, { title, content });
  }

  /** `false`: the user has no such snippet. */
  async remove(userId: UserId, id: number): Promise<boolean> {
    return (await this.snippets.delete({ userId, id })).affected === 1;
  }
}

const snippetOf = ({ id, title, content, createdAt }: SavedSnippetEntity): SavedSnippet => ({
  id,
  title,
  content,
  createdAt: unixSeconds(createdAt),
});

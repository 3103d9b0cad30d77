import type { OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { CustomEmojiPicture } from './custom-emoji';
import { CustomEmojiEntity } from './custom-emoji.entity';

/** The emoji of an organization by id, including deactivated ones, with their common version. */
export interface CustomEmojiRows {
  id: OrganizationId;
  version: number;
  pictures: CustomEmojiPicture[];
}

/** SQL, as the emoji and their version belong together. */
const CHANGED = prepared(`SELECT o.id, o.emoji_version AS version,
    coalesce((SELECT json_agg(json_build_object('id', e.id, 'organizationId', e.organization_id, 'name', e.name,
          'authorId', e.author_id, 'key', e.key, 'isAnimated', e.is_animated, 'isDeactivated', e.deactivated) ORDER BY e.id)
      FROM custom_emoji e WHERE e.organization_id = o.id AND e.version > $2), '[]') AS pictures
  FROM organization o WHERE o.id = $1`);
const ALL = -1;

@Injectable()
export class CustomEmojiRepository {
  constructor(
    @InjectRepository(CustomEmojiEntity) private readonly emoji: Repository<CustomEmojiEntity>,
    private readonly database: Database,
  ) {}

  /** Emoji that changed since that version; by default all. */
  async get(organizationId: OrganizationId, since = ALL): Promise<CustomEmojiRows> {
    const row = await this.database.row<CustomEmojiRows>(CHANGED, [organizationId, since]);
    if (!row) throw new Error(`There is no organization ${organizationId}.`);
    return row;
  }

  async insert(
    organizationId: OrganizationId,
    { name, authorId, key, isAnimated }: { name: string; authorId: UserId; key: string; isAnimated: boolean },
  ): Promise<number> {
    const emoji = this.emoji.create({ organizationId, name, authorId, key, isAnimated });
    await this.emoji.insert(emoji);
    return emoji.id;
  }

  async deactivate(organizationId: OrganizationId, id: number): Promise<void> {
    await this.emoji.update({ organizationId, id }, { deactivated: true });
  }
}

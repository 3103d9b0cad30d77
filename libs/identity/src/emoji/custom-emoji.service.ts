import type { OrganizationId } from '@app/kernel';
import { codeOf } from '@app/markdown';
import type { CustomEmoji as NamedPicture } from '@app/markdown';
import { Actor, lock, Pictures, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CustomEmojiPicture, emojiName, emojiUrl, stillEmojiUrl } from './custom-emoji';
import {
  BuiltInEmojiIsForAdministrators,
  EmojiAreNotForYou,
  EmojiIsNotYours,
  EmojiIsUnknown,
  EmojiNameIsTaken,
} from './custom-emoji.errors';
import { isAdministrator } from '../roles/role';
import { CustomEmojiRepository } from './custom-emoji.repository';
import { OrganizationRepository } from '../records/organization.repository';
import { CUSTOM_EMOJI } from '../row-limits';
import { Users } from '../users/users.service';
import { isPermitted } from '../permissions/permission-context';
import { Audit } from '../audit/audit.service';
import { CustomEmojiClientEvents } from './custom-emoji.client-events';
import { Organizations } from '../organizations/organizations.service';
import { Permissions } from '../permissions/permissions.service';
import { PictureFiles } from '../pictures/picture-files.service';
import { VersionedCache } from '../versioned-cache';

const PIXELS = 64;
/** This emoji has no code point: the server ships its picture. */
const BUILT_IN_PICTURE = 'zulip';
/** Who adds emoji. */
export const ADDS_EMOJI = isPermitted('can_add_custom_emoji_group');

interface KnownEmoji {
  readonly id: OrganizationId;
  readonly version: number;
  /** Active emoji. */
  readonly byId: ReadonlyMap<number, NamedPicture>;
  readonly active: readonly NamedPicture[];
}

/** Emoji that an organization adds to the built-in ones, or that replace built-in ones. */
@Injectable()
export class CustomEmoji {
  private readonly cache = new VersionedCache<KnownEmoji>();

  constructor(
    private readonly rows: CustomEmojiRepository,
    private readonly organizations: Organizations,
    private readonly versions: OrganizationRepository,
    private readonly permissions: Permissions,
    private readonly users: Users,
    private readonly pictures: Pictures,
    private readonly files: PictureFiles,
    private readonly clients: CustomEmojiClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly rowQuota: RowQuota,
  ) {}

  /** Active emoji, as messages show them. Runs no query if none has changed since the last call. */
  async cached({
    organizationId,
    emojiVersion,
  }: Pick<Actor, 'organizationId' | 'emojiVersion'>): Promise<readonly NamedPicture[]> {
    const read = (earlier?: KnownEmoji) => this.read(organizationId, earlier);
    // A transaction may read its own writes and then roll back. So only committed emoji are cached.
    const { active } = this.transactions.open
      ? (this.cache.find(organizationId, emojiVersion) ?? (await read()))
      : await this.cache.obtain(organizationId, emojiVersion, read);
    return active;
  }

  /** Ascending by id, including deactivated ones. */
  async list(organizationId: OrganizationId): Promise<CustomEmojiPicture[]> {
    return (await this.rows.get(organizationId)).pictures;
  }

  /**
   * Adds an emoji and scales its picture down. An animated picture stays animated.
   * @throws EmojiAreNotForYou, EmojiNameIsInvalid, EmojiNameIsTaken, BuiltInEmojiIsForAdministrators, PictureIsUnreadable
   */
  async add(actor: Actor, givenName: string, picture: Buffer): Promise<void> {
    const { organizationId, userId: authorId } = actor;
    await this.assertMayAdd(actor);
    const name = emojiName(givenName);
    await this.assertNameIsFree(actor, name);
    const { isAnimated } = await this.pictures.probe(picture);
    const still = await this.pictures.icon(picture, PIXELS);
    const key = await this.files.write(
      'emoji',
      organizationId,
      isAnimated
        ? { '.gif': await this.pictures.icon(picture, PIXELS, { animated: true }), '-still.png': still }
        : { '.png': still },
    );
    await this.transactions.run([lock.organization(organizationId)], async () => {
      // Checks again under the lock, because the role or the setting may have changed.
      await this.assertMayAdd(actor);
      await this.assertNameIsFree(actor, name);
      await this.rowQuota.assert(CUSTOM_EMOJI, organizationId);
      const id = await this.rows.insert(organizationId, { name, authorId, key, isAnimated });
      await this.files.use(key);
      await this.announce(organizationId);
      const object = { type: 'custom_emoji' as const, id };
      this.audit.record({ organizationId, action: 'created', object, after: { name, author_id: authorId } });
    });
  }

  /**
   * Deactivates an emoji. Messages that contain it keep it, and its name becomes free.
   * @throws EmojiIsUnknown, EmojiIsNotYours
   */
  async deactivate(actor: Actor, name: string): Promise<void> {
    const { organizationId, userId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const emoji = (await this.list(organizationId)).find((one) => one.name === name && !one.isDeactivated);
      if (!emoji) throw new EmojiIsUnknown(name);
      const { role } = await this.users.acting({ organizationId, userId });
      if (!isAdministrator(role) && emoji.authorId !== userId) throw new EmojiIsNotYours();
      await this.rows.deactivate(organizationId, emoji.id);
      await this.announce(organizationId);
      const object = { type: 'custom_emoji' as const, id: emoji.id };
      const before = { name, author_id: emoji.authorId };
      this.audit.record({ organizationId, action: 'deactivated', object, before });
    });
  }

  /** Reads the emoji that changed since the cached version, or all. */
  private async read(organizationId: OrganizationId, known?: KnownEmoji): Promise<KnownEmoji> {
    const { id, version, pictures } = await this.rows.get(organizationId, known?.version);
    const byId = new Map(known?.byId);
    for (const picture of pictures) {
      if (picture.isDeactivated) byId.delete(picture.id);
      else byId.set(picture.id, namedPicture(picture));
    }
    return { id, version, byId, active: [...byId.values()] };
  }

  private async announce(organizationId: OrganizationId): Promise<void> {
    await this.versions.raiseRenderingVersion(organizationId);
    this.clients.tell(organizationId, await this.list(organizationId));
  }

  private async assertMayAdd({ organizationId, userId }: Actor): Promise<void> {
    const { id, role, joinedAt, fullName: called } = await this.users.acting({ organizationId, userId });
    const organization = await this.organizations.current(organizationId);
    const graph = await this.permissions.current(organizationId);
    const context = { subject: { userId: id, role, joinedAt }, graph, organization, called };
    if (!ADDS_EMOJI.allows(context, null)) throw new EmojiAreNotForYou();
  }

  private async assertNameIsFree({ organizationId, userId }: Actor, name: string): Promise<void> {
    const all = await this.list(organizationId);
    if (all.some((one) => one.name === name && !one.isDeactivated)) throw new EmojiNameIsTaken();
    if (codeOf(name) === undefined && name !== BUILT_IN_PICTURE) return;
    const { role } = await this.users.acting({ organizationId, userId });
    if (!isAdministrator(role)) throw new BuiltInEmojiIsForAdministrators();
  }
}

const namedPicture = (emoji: CustomEmojiPicture): NamedPicture => ({
  id: emoji.id,
  name: emoji.name,
  sourceUrl: emojiUrl(emoji),
  stillUrl: stillEmojiUrl(emoji),
});

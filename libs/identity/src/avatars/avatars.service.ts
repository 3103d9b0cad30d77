import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, Config, lock, Log, Pictures, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { avatarUrl, ownAvatarSource } from '../pictures/avatar';
import { AvatarChangesAreDisabled } from './avatar.errors';
import { isAdministrator } from '../roles/role';
import type { User } from '../records/user';
import { AvatarRepository } from './avatar.repository';
import { Users } from '../users/users.service';
import { Audit } from '../audit/audit.service';
import { BotClientEvents } from '../bots/bots.client-events';
import { Organizations } from '../organizations/organizations.service';
import { PictureFiles } from '../pictures/picture-files.service';
import { UserClientEvents } from '../user-changes/users.client-events';

const [SMALL, MEDIUM] = [100, 500];

/** The account whose picture changes. The caller decides whether the actor may change it. */
interface Target {
  organizationId: OrganizationId;
  userId: UserId;
}

/** Pictures of users and bots (docs/protocol/users.md). */
@Injectable()
export class Avatars {
  constructor(
    private readonly rows: AvatarRepository,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly pictures: Pictures,
    private readonly files: PictureFiles,
    private readonly clients: UserClientEvents,
    private readonly bots: BotClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /**
   * Applies the operator's choice of an external picture service, which may have changed since the last start. A node
   * calls it before it serves requests. The command line does not, because its environment may differ.
   */
  async followConfiguration(): Promise<void> {
    const source = ownAvatarSource(this.config);
    const replaced = await this.rows.replaceSource(source === 'G' ? 'J' : 'G', source);
    if (replaced > 0) this.log.log('pictures of accounts come from elsewhere now', { accounts: replaced, source });
  }

  /**
   * Sets the user's own picture, cut to a square. Returns its address.
   * @throws AvatarChangesAreDisabled, PictureIsUnfit
   */
  async change(actor: Actor, picture: Buffer): Promise<string> {
    await this.assertMayChange(actor);
    return this.put(actor, picture, () => this.assertMayChange(actor));
  }

  /**
   * Restores the picture that the user had before any upload, and returns its address. Does nothing if there is no
   * upload.
   * @throws AvatarChangesAreDisabled
   */
  async remove(actor: Actor): Promise<string> {
    const source = ownAvatarSource(this.config);
    return this.store(actor, source, null, () => this.assertMayChange(actor));
  }

  /**
   * Sets the picture of any account, such as an own bot, and returns its address. `assertStill` runs under the locks of
   * the change.
   * @throws PictureIsUnfit, and what `assertStill` throws
   */
  async put(target: Target, picture: Buffer, assertStill: () => Promise<void>): Promise<string> {
    const name = await this.files.write('avatar', target.organizationId, {
      '.png': await this.pictures.square(picture, SMALL),
      '-medium.png': await this.pictures.square(picture, MEDIUM),
    });
    return this.store(target, 'U', name, assertStill);
  }

  private store(
    { organizationId, userId }: Target,
    source: User['avatarSource'],
    key: string | null,
    assertStill: () => Promise<void>,
  ): Promise<string> {
    return this.transactions.run([lock.organization(organizationId), lock.user(userId)], async () => {
      await assertStill();
      const before = await this.users.get(organizationId, userId);
      if (key === null && before.avatarKey === null) return ownUrl(before);
      await this.rows.update(userId, source, key);
      if (key !== null) await this.files.use(key);
      if (before.avatarKey !== null) await this.files.retire('avatar', organizationId, before.avatarKey);
      const after = await this.users.get(organizationId, userId);
      await this.clients.tellAvatar(after);
      if (after.isBot) await this.bots.tellChange(after, { avatar_url: ownUrl(after) });
      this.audit.record({
        organizationId,
        action: 'avatar_changed',
        object: { type: 'user', id: userId },
        before: { avatar_source: before.avatarSource, avatar_version: before.avatarVersion },
        after: { avatar_source: after.avatarSource, avatar_version: after.avatarVersion },
      });
      return ownUrl(after);
    });
  }

  /** Reads the current state under the lock. */
  private async assertMayChange({ organizationId, userId }: Actor): Promise<void> {
    const { settings } = await this.organizations.current(organizationId);
    if (!settings.avatarChangesDisabled) return;
    const { role } = await this.users.get(organizationId, userId);
    if (!isAdministrator(role)) throw new AvatarChangesAreDisabled();
  }
}

const ownUrl = (user: User): string => avatarUrl(user, { userId: user.id, role: user.role }, false)!;

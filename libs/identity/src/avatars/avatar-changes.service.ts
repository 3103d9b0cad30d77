import type { OrganizationId, UserId } from '@app/kernel';
import { lock, Pictures, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { BotClientEvents } from '../bots/bots.client-events';
import { avatarUrl } from '../pictures/avatar';
import { PictureFiles } from '../pictures/picture-files.service';
import type { User } from '../records/user';
import { UserClientEvents } from '../user-changes/users.client-events';
import { Users } from '../users/users.service';
import { AvatarRepository } from './avatar.repository';

const [SMALL, MEDIUM] = [100, 500];

/** The account whose picture changes. The caller decides whether the actor may change it. */
interface Target {
  organizationId: OrganizationId;
  userId: UserId;
}

/** Stores the picture of an account, and tells of it. */
@Injectable()
export class AvatarChanges {
  constructor(
    private readonly rows: AvatarRepository,
    private readonly users: Users,
    private readonly pictures: Pictures,
    private readonly files: PictureFiles,
    private readonly clients: UserClientEvents,
    private readonly bots: BotClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores the picture, cut to squares, and returns its address. `assertStill` runs under the locks of the change.
   * @throws PictureIsUnreadable, and what `assertStill` throws
   */
  async put(target: Target, picture: Buffer, assertStill: () => Promise<void>): Promise<string> {
    const name = await this.files.write('avatar', target.organizationId, {
      '.png': await this.pictures.square(picture, SMALL),
      '-medium.png': await this.pictures.square(picture, MEDIUM),
    });
    return this.store(target, 'U', name, assertStill);
  }

  /** Puts the source in place of an upload, and returns the address. Does nothing if there is no upload. */
  clear(target: Target, source: User['avatarSource'], assertStill: () => Promise<void>): Promise<string> {
    return this.store(target, source, null, assertStill);
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
}

const ownUrl = (user: User): string => avatarUrl(user, { userId: user.id, role: user.role }, false)!;

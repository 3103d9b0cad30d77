import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AccountIsInactive } from '../records/account.errors';
import { UserIsUnknown } from '../errors';
import { StatusEmojiHasNoName, StatusSaysNothing } from './user-status.errors';
import { statusChange, StatusPatch, StatusRow, statusText } from './user-status';
import { UserStatusRepository } from './user-status.repository';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import { Audit } from '../audit/audit.service';
import { EmojiChoices } from '../emoji/emoji-choices.service';
import { PersonalSettingsChanges } from '../personal-settings/personal-settings-changes.service';
import { Profiles } from '../profiles/profiles.service';
import { StatusObject, statusObject, UserStatusClientEvents } from './user-status.client-events';

/** The status of a request. Absent fields stay as they are; '' removes the value. */
export interface RequestedStatus {
  text?: string;
  emojiName?: string;
  emojiCode?: string;
  emojiKind?: string;
  /** Sent by older clients: whether to hide presence. */
  isAway?: boolean;
}

/** The statuses of users (docs/protocol/personal.md). */
@Injectable()
export class UserStatuses {
  constructor(
    private readonly rows: UserStatusRepository,
    private readonly profiles: Profiles,
    private readonly users: Users,
    private readonly emoji: EmojiChoices,
    private readonly settings: PersonalSettingsChanges,
    private readonly clients: UserStatusClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @throws UserIsUnknown, also for bots: they have no status */
  async of(actor: Actor, userId: number): Promise<StatusObject> {
    const { id, isBot } = await this.profiles.locate(actor, String(userId));
    if (isBot) throw new UserIsUnknown();
    return statusObject(await this.rows.get(id));
  }

  /** @throws StatusSaysNothing, StatusTextIsTooLong, StatusEmojiHasNoName, EmojiIsUnknownHere, EmojiIsInvalid */
  async say(actor: Actor, given: RequestedStatus): Promise<void> {
    const { isAway } = given;
    const patch = await this.patchFrom(actor, given, isAway !== undefined);
    const { userId } = actor;
    await this.transactions.run([lock.user(userId)], async () => {
      await this.change(actor, userId, patch);
      if (isAway !== undefined) await this.settings.setPresenceEnabled(actor, !isAway);
    });
  }

  /**
   * Sets the status of another active user, not a bot.
   * @throws MustBeAdministrator, UserIsUnknown, AccountIsInactive, and what `say` throws
   */
  async sayFor(actor: Actor, userId: number, given: Omit<RequestedStatus, 'isAway'>): Promise<void> {
    assertAdministrator(actor);
    const patch = await this.patchFrom(actor, given, false);
    const { id } = await this.profiles.locate(actor, String(userId));
    const { organizationId } = actor;
    await this.transactions.run([lock.organizationShared(organizationId), lock.user(id)], async () => {
      // Reads role and account again, because they may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting(actor));
      const user = await this.users.get(organizationId, id);
      if (user.isBot) throw new UserIsUnknown();
      if (!user.isActive) throw new AccountIsInactive();
      const changes = await this.change(actor, id, patch);
      if (Object.keys(changes).length === 0) return;
      const after = { changed: Object.keys(changes) };
      this.audit.record({ organizationId, action: 'changed_status', object: { type: 'user', id }, after });
    });
  }

  /** The statuses of all active users of the organization who have one. */
  list(organizationId: OrganizationId): Promise<StatusRow[]> {
    return this.rows.list(organizationId);
  }

  private async change({ organizationId }: Actor, userId: UserId, patch: StatusPatch): Promise<StatusPatch> {
    const before = await this.rows.get(userId);
    const changes = statusChange(before, patch);
    if (Object.keys(changes).length === 0) return changes;
    await this.rows.write(organizationId, userId, { ...before, ...changes });
    await this.clients.tellChanged(organizationId, userId, changes);
    return changes;
  }

  private async patchFrom(
    actor: Actor,
    { text, emojiName: name, emojiCode: code, emojiKind: kind }: RequestedStatus,
    saysMore: boolean,
  ): Promise<StatusPatch> {
    if (name === undefined && (code !== undefined || kind !== undefined)) throw new StatusEmojiHasNoName();
    if (text === undefined && name === undefined && !saysMore) throw new StatusSaysNothing();
    return {
      ...(text === undefined ? {} : { text: statusText(text) }),
      ...(name === undefined
        ? {}
        : { emoji: name === '' ? null : await this.emoji.choose(actor, { name, code, kind }) }),
    };
  }
}

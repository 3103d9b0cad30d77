import type { OrganizationId, UserId } from '@app/kernel';
import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { ConfirmationIsInvalid } from '../confirmations/link.errors';
import { actorOf } from '../records/actor-of';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { MailRecipientRepository } from './mail-recipient.repository';
import { UserRepository } from '../records/user.repository';
import { PersonalSettingsChanges } from '../personal-settings/personal-settings-changes.service';
import type { PersonalSettings } from '../personal-settings/personal-settings-defaults.client-events';
import { PersonalSettingsReadings } from '../personal-settings/personal-settings-readings.service';

/** A user who can be notified of missed messages by mail, with the relevant settings. */
export interface MailRecipient {
  readonly user: User;
  readonly settings: PersonalSettings;
}

/** The users who are notified of missed messages by mail or push. */
@Injectable()
export class MailRecipients {
  constructor(
    private readonly rows: MailRecipientRepository,
    private readonly users: UserRepository,
    private readonly readings: PersonalSettingsReadings,
    private readonly changes: PersonalSettingsChanges,
    private readonly secrets: Secrets,
  ) {}

  /** The active ones of the accounts, without bots. Two statements. */
  async find(organizationId: OrganizationId, ids: readonly UserId[]): Promise<Map<UserId, MailRecipient>> {
    if (ids.length === 0) return new Map();
    const users = (await this.users.findByIds(organizationId, ids)).filter((user) => user.isActive && !user.isBot);
    const settings = await this.readings.ofMany(
      organizationId,
      users.map(({ id }) => id),
    );
    return new Map(users.map((user) => [user.id, { user, settings: settings.get(user.id)! }]));
  }

  /** Ids of users who want such notifications of all channel messages, unless the channel's own setting differs. */
  wantingAllChannels(organizationId: OrganizationId, way: 'mail' | 'push'): Promise<UserId[]> {
    return this.rows.wantingAllChannels(organizationId, way);
  }

  /** Whether the subject names the organization (`realm_name_in_email_notifications_policy`). */
  async namesOrganization({ user, settings }: MailRecipient): Promise<boolean> {
    const policy = settings.realm_name_in_email_notifications_policy;
    return policy === 2 || (policy === 1 && (await this.rows.isInSeveral(user.deliveryEmail)));
  }

  /** The path for unsubscribing from these mails without a login. */
  unsubscribePath({ id }: Pick<User, 'id'>): string {
    return `/accounts/unsubscribe/missed_messages/${id}-${this.tokenOf(id)}`;
  }

  /**
   * The user of an unsubscribe path.
   * @throws ConfirmationIsInvalid
   */
  async byUnsubscribePath({ id: organizationId }: Organization, text: string): Promise<User> {
    const [, digits = '0', token = ''] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(text) ?? [];
    const expected = this.tokenOf(Number(digits) as UserId);
    const isRight = token.length === expected.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected));
    const user = isRight ? await this.users.find(organizationId, Number(digits)) : null;
    if (!user?.isActive) throw new ConfirmationIsInvalid();
    return user;
  }

  /** Turns off mails about missed messages. */
  async unsubscribe(user: User, organization: Organization): Promise<void> {
    const settings = {
      enable_offline_email_notifications: false,
      enable_stream_email_notifications: false,
      enable_followed_topic_email_notifications: false,
    };
    await this.changes.change(actorOf(user, organization), { settings });
  }

  private tokenOf(id: UserId): string {
    return this.secrets.token('unsubscribe from missed messages', String(id));
  }
}

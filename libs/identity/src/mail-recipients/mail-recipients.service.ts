import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { ConfirmationIsInvalid } from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import { AUTOMATIC_TOPIC_POLICY } from '../records/automatic-topic-policy';
import type { User } from '../records/user';
import { MailRecipientRepository } from './mail-recipient.repository';
import { UserRepository } from '../records/user.repository';
import { PersonalSettingsChanges } from '../personal-settings/personal-settings-changes.service';
import type { PersonalSettings } from '../personal-settings/personal-settings-defaults.client-events';
import { PersonalSettingsReadings } from '../personal-settings/personal-settings-readings.service';

/** A user who can be mailed about missed messages, with the settings for it. */
export interface MailRecipient {
  readonly user: User;
  readonly settings: PersonalSettings;
}

/** Name of the client that the server itself is. */
const CLIENT = 'Internal';

/** People who are told of what they missed, by mail or on their phones. */
@Injectable()
export class MailRecipients {
  constructor(
    private readonly rows: MailRecipientRepository,
    private readonly users: UserRepository,
    private readonly readings: PersonalSettingsReadings,
    private readonly changes: PersonalSettingsChanges,
    private readonly secrets: Secrets,
  ) {}

  /** Those of the accounts that are active and people's. Two statements. */
  async find(organizationId: OrganizationId, ids: readonly UserId[]): Promise<Map<UserId, MailRecipient>> {
    if (ids.length === 0) return new Map();
    const users = (await this.users.findByIds(organizationId, ids)).filter((user) => user.isActive && !user.isBot);
    const settings = await this.readings.ofMany(
      organizationId,
      users.map(({ id }) => id),
    );
    return new Map(users.map((user) => [user.id, { user, settings: settings.get(user.id)! }]));
  }

  /** Ids of those who want to be told in that way of everything in their channels, where the channel says nothing else. */
  wantingAllChannels(organizationId: OrganizationId, way: 'mail' | 'push'): Promise<UserId[]> {
    return this.rows.wantingAllChannels(organizationId, way);
  }

  /** Whether the subject names the organization (`realm_name_in_email_notifications_policy`). */
  async namesOrganization({ user, settings }: MailRecipient): Promise<boolean> {
    const policy = settings.realm_name_in_email_notifications_policy;
    return policy === 2 || (policy === 1 && (await this.rows.isInSeveral(user.deliveryEmail)));
  }

  /** Whether the user may read something is decided as if the user had asked. */
  actorOf(user: User, { version, linkifierVersion, emojiVersion }: Organization): Actor {
    return {
      ...user,
      userId: user.id,
      keyId: null,
      sessionId: null,
      permissionVersion: version,
      linkifierVersion,
      emojiVersion,
      hasAlertWords: true,
      isMuted: true,
      translatesEmoticons: false,
      followsTopics: AUTOMATIC_TOPIC_POLICY.never,
      unmutesTopics: AUTOMATIC_TOPIC_POLICY.never,
      client: CLIENT,
    };
  }

  /** The path that ends such mails for the holder of the mail, without a login. */
  unsubscribePath({ id }: Pick<User, 'id'>): string {
    return `/accounts/unsubscribe/missed_messages/${id}-${this.tokenOf(id)}`;
  }

  /**
   * Whose path it is.
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

  /** No more mails of missed messages. */
  async unsubscribe(user: User, organization: Organization): Promise<void> {
    const settings = {
      enable_offline_email_notifications: false,
      enable_stream_email_notifications: false,
      enable_followed_topic_email_notifications: false,
    };
    await this.changes.change(this.actorOf(user, organization), { settings });
  }

  private tokenOf(id: UserId): string {
    return this.secrets.token('unsubscribe from missed messages', String(id));
  }
}

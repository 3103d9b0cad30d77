import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PersonalSettingsRepository } from './personal-settings.repository';
import { PERSONAL_DEFAULTS, PersonalSettings } from './personal-settings-defaults.client-events';

/** Reads personal settings: the user's values, otherwise the defaults. */
@Injectable()
export class PersonalSettingsReadings {
  constructor(private readonly rows: PersonalSettingsRepository) {}

  async of(organizationId: OrganizationId, userId: UserId): Promise<PersonalSettings> {
    return (await this.ofMany(organizationId, [userId])).get(userId)!;
  }

  /** Which of the users are active and send read receipts; ascending. */
  showingWhatTheyRead(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    return this.rows.activeWith(organizationId, userIds, 'send_read_receipts');
  }

  /** Which of the users are active and want typing notifications; ascending. */
  wantingToSeeTyping(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    return this.rows.activeWith(organizationId, userIds, 'receives_typing_notifications');
  }

  /** Which of the users, without bots, are active and automatically follow topics that mention them; ascending. */
  async followingWhereMentioned(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    return this.rows.activeWith(organizationId, userIds, 'automatically_follow_topics_where_mentioned', 'people');
  }

  /**
   * The active people of an organization, without bots, for whom a notice that a topic was resolved stays unread; ascending.
   * @param followerIds those who follow the topic
   */
  keepingResolutionsUnread(organizationId: OrganizationId, followerIds: readonly UserId[]): Promise<UserId[]> {
    const byDefault = PERSONAL_DEFAULTS.resolved_topic_notice_auto_read_policy;
    return this.rows.keepingResolutionsUnread(organizationId, followerIds, byDefault);
  }

  /** The settings of the users that exist, in one statement. */
  async ofMany(
    organizationId: OrganizationId,
    userIds: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, PersonalSettings>> {
    const rows = await this.rows.list(organizationId, userIds);
    return new Map(rows.map(({ id, settings }) => [id, { ...PERSONAL_DEFAULTS, ...settings }]));
  }
}

import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PersonalSettingsRepository } from './personal-settings.repository';
import { PERSONAL_DEFAULTS, PersonalSettings } from './personal-settings-defaults.client-events';

/** How people like things: what they decided, and else the defaults. */
@Injectable()
export class PersonalSettingsReadings {
  constructor(private readonly rows: PersonalSettingsRepository) {}

  async of(organizationId: OrganizationId, userId: UserId): Promise<PersonalSettings> {
    return (await this.ofMany(organizationId, [userId])).get(userId)!;
  }

  /** Those of the users who are active and show others what they have read; ascending. */
  showingWhatTheyRead(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    return this.rows.activeWith(organizationId, userIds, 'send_read_receipts');
  }

  /** Those of the users who are active and want to know who is typing; ascending. */
  wantingToSeeTyping(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    return this.rows.activeWith(organizationId, userIds, 'receives_typing_notifications');
  }

  /** Those of the users, bots apart, who are active and follow topics that mention them; ascending. */
  async followingWhereMentioned(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    return this.rows.activeWith(organizationId, userIds, 'automatically_follow_topics_where_mentioned', 'people');
  }

  /** Of those that exist; one statement. */
  async ofMany(
    organizationId: OrganizationId,
    userIds: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, PersonalSettings>> {
    const rows = await this.rows.list(organizationId, userIds);
    return new Map(rows.map(({ id, settings }) => [id, { ...PERSONAL_DEFAULTS, ...settings } as PersonalSettings]));
  }
}

import { PersonalSettingsReadings } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { UserTopics } from '../user-topics/user-topics.service';

/** For whom a notice that a topic was resolved or unresolved is unread (`resolved_topic_notice_auto_read_policy`). */
@Injectable()
export class ResolutionReaders {
  constructor(
    private readonly settings: PersonalSettingsReadings,
    private readonly userTopics: UserTopics,
  ) {}

  /** Active people of the organization; some may not be subscribed to the channel. */
  async leftUnread(organizationId: OrganizationId, channelId: ChannelId, topic: string): Promise<UserId[]> {
    const followerIds = await this.userTopics.followers(channelId, topic);
    return this.settings.keepingResolutionsUnread(organizationId, followerIds);
  }
}

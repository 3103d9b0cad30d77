import { Organizations, Users } from '@app/identity';
import type { ChannelId, DomainEvents, OrganizationId, UserId } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Named, say } from '../domain/notice-text';
import { Notices } from './notices.service';

const TOPIC = 'signups';

/** What the notification bot says when somebody has opened an account. */
@Injectable()
export class ArrivalsReactions {
  constructor(
    private readonly notices: Notices,
    private readonly organizations: Organizations,
    private readonly users: Users,
  ) {}

  @ReactsTo('PersonArrived', 'messaging')
  async personArrived({ organizationId, userId, invitation }: DomainEvents['PersonArrived']): Promise<void> {
    const { settings } = await this.organizations.get(organizationId);
    const newcomer = await this.named(organizationId, userId);
    const welcome = invitation?.welcomeText ?? settings.welcomeMessageCustomText;
    if (welcome.trim() !== '') this.notices.direct({ organizationId, userIds: [userId], content: welcome });
    if (invitation?.notifiesInviter) {
      const content = say.acceptedInvitation(newcomer);
      this.notices.direct({ organizationId, userIds: [invitation.inviterId], content });
    }
    const channelId = settings.signupAnnouncementsChannelId as ChannelId | null;
    if (channelId === null) return;
    this.notices.post({ organizationId, channelId, topic: TOPIC, content: say.hasJoined(newcomer), actorId: userId });
  }

  private async named(organizationId: OrganizationId, userId: UserId): Promise<Named> {
    const { id, fullName } = await this.users.get(organizationId, userId);
    return { id, name: fullName };
  }
}

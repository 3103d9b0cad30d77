import { Organizations, SystemBots, Users } from '@app/identity';
import type { ChannelId, DomainEvents, OrganizationId, UserId } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Named, say } from './notice-text';
import { Notices } from './notices.service';

const TOPIC = 'signups';

/** Sends the messages of the server's bots to new users. */
@Injectable()
export class WelcomeEventHandlers {
  constructor(
    private readonly notices: Notices,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly systemBots: SystemBots,
  ) {}

  @OnDomainEvent('AccountActivated', 'messaging')
  async accountActivated({ organizationId, userId, invitation }: DomainEvents['AccountActivated']): Promise<void> {
    const { settings } = await this.organizations.current(organizationId);
    const newcomer = await this.named(organizationId, userId);
    await this.welcome(organizationId, userId, invitation?.welcomeText ?? settings.welcomeMessageCustomText);
    if (invitation?.notifiesInviter) {
      const content = say.acceptedInvitation(newcomer);
      this.notices.direct({ organizationId, userIds: [invitation.inviterId], content });
    }
    const channelId = settings.signupAnnouncementsChannelId as ChannelId | null;
    if (channelId === null) return;
    this.notices.post({ organizationId, channelId, topic: TOPIC, content: say.hasJoined(newcomer), actorId: userId });
  }

  /** Two messages: the general one, and the organization's own if there is one. */
  private async welcome(organizationId: OrganizationId, userId: UserId, ownWords: string): Promise<void> {
    await this.systemBots.welcome(organizationId); // created under the held lock, not when the message is sent
    const isEmpty = ownWords.trim() === '';
    for (const content of [say.welcome(), ...(isEmpty ? [] : [ownWords])])
      this.notices.direct({ organizationId, isWelcome: true, userIds: [userId], content });
  }

  private async named(organizationId: OrganizationId, userId: UserId): Promise<Named> {
    const { id, fullName } = await this.users.get(organizationId, userId);
    return { id, name: fullName };
  }
}

import { Subscriptions } from '@app/channels';
import { GuestVisibility, Organizations, PersonalSettingsReadings } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** In channels with more subscribers no events are sent. */
const MAX_SUBSCRIBERS = 100;

/**
 * Which users receive a typing event: those who would receive the message, with the actor's other clients, except users
 * who turned typing events off and guests who may not see the actor.
 */
@Injectable()
export class TypingRecipients {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly settings: PersonalSettingsReadings,
    private readonly organizations: Organizations,
    private readonly guestVisibility: GuestVisibility,
  ) {}

  /** Empty if the channel has too many subscribers. */
  async inChannel(actor: Actor, channelId: ChannelId): Promise<readonly UserId[]> {
    const { organizationId } = actor;
    const userIds = await this.subscriptions.fewSubscriberIds(organizationId, channelId, MAX_SUBSCRIBERS);
    return this.among(actor, userIds ?? []);
  }

  async among(actor: Actor, userIds: readonly UserId[]): Promise<readonly UserId[]> {
    const { organizationId, userId, isBot } = actor;
    const wanting = await this.settings.wantingToSeeTyping(organizationId, userIds);
    const organization = await this.organizations.cached(actor);
    const excluded = new Set(await this.guestVisibility.guestsNotSeeing(organization, { id: userId, isBot }));
    return wanting.filter((id) => !excluded.has(id));
  }
}

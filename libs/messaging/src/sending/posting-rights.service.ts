import { ChannelAccess, ChannelForActor, Channels } from '@app/channels';
import { actorOf, Decision, Organizations, Reason, User, Users } from '@app/identity';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelDoesNotExist, PostingIsNotPermitted, SendingIsNotAuthorized } from '../errors';

/** Permission to post in a channel. A bot may also post where its owner may. */
@Injectable()
export class PostingRights {
  constructor(
    private readonly channels: Channels,
    private readonly users: Users,
    private readonly organizations: Organizations,
  ) {}

  /**
   * Runs a query only for bots whose own rights do not permit the post.
   * @param named how the sender calls the channel
   * @throws ChannelDoesNotExist where the sender may not know of it, SendingIsNotAuthorized, PostingIsNotPermitted
   */
  async assertMayPost(
    actor: Actor,
    access: ChannelAccess,
    channel: ChannelForActor | null,
    named: number | string,
  ): Promise<void> {
    if (channel && access.posts(channel)) return;
    if (channel && actor.isBot && (await this.explainOfBot(actor, access, channel)).allowed) return;
    if (!channel || !access.seesMetadata(channel)) throw new ChannelDoesNotExist(named);
    const isOutside = !channel.isSubscribed && access.readsHistory(channel) !== 'all';
    throw channel.isArchived || isOutside ? new SendingIsNotAuthorized(channel.name) : new PostingIsNotPermitted();
  }

  /** The owner's right and the owner's subscription are the bot's. */
  async explainOfBot(bot: Actor, access: ChannelAccess, channel: ChannelForActor): Promise<Decision> {
    const alone = access.explain('post', channel);
    if (alone.allowed) return alone;
    const owner = await this.ownerOf(bot);
    if (!owner?.isActive) return alone;
    const ownerActor = actorOf(owner, await this.organizations.cached(bot));
    const asOwner = await this.channels.find(ownerActor, channel.id);
    if (!asOwner) return alone;
    const isSubscribed = channel.isSubscribed || asOwner.isSubscribed;
    const byOwner = (await this.channels.accessOf(ownerActor)).explain('post', asOwner);
    if (byOwner.allowed) return { allowed: true, because: byOwner.because.map(ofBotOwner) };
    return access.explain('post', { ...channel, isSubscribed });
  }

  private async ownerOf({ organizationId, userId }: Actor): Promise<User | null> {
    const bot = (await this.users.byIds(organizationId, [userId])).get(userId);
    if (!bot?.botOwnerId) return null;
    return (await this.users.byIds(organizationId, [bot.botOwnerId])).get(bot.botOwnerId) ?? null;
  }
}

const ofBotOwner = (reason: Reason): Reason => ({
  ...reason,
  text: `owner of the bot: ${reason.text}`,
  isOfBotOwner: true,
});

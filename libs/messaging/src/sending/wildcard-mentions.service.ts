import { Subscriptions } from '@app/channels';
import { anyOf, PermissionContext, Decision, fact, isPermitted, Organization, Permissions } from '@app/identity';
import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted } from '../errors';
import type { Rendering } from '../rendering/renderings.service';

/** With at most this many subscribers or participants, no permission is needed to mention all of them. */
const FEW = 15;

const MENTIONS_MANY = isPermitted('can_mention_many_users_group');
/** How many users the mention reaches. */
interface AddressedUsers {
  readonly isFew: boolean;
}
const MENTIONS_ALL = anyOf<PermissionContext, AddressedUsers>(
  fact((_, { isFew }) => isFew, `at most ${FEW} subscribers`, `more than ${FEW} subscribers`),
  MENTIONS_MANY,
);

/** Permission for wildcard mentions. */
@Injectable()
export class WildcardMentions {
  constructor(
    private readonly permissions: Permissions,
    private readonly subscriptions: Subscriptions,
  ) {}

  /**
   * @param partakers of the topic that is mentioned
   * @throws ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted
   */
  async assertPermitted(
    actor: Actor,
    organization: Pick<Organization, 'permissions'>,
    rendering: Pick<Rendering, 'mentionsChannel' | 'mentionsTopic'>,
    channelId: ChannelId,
    partakers: number,
  ): Promise<void> {
    if (!rendering.mentionsChannel && !rendering.mentionsTopic) return;
    const graph = await this.permissions.cached(actor);
    const readingUser = { subject: actor, graph, organization, called: `user ${actor.userId}` };
    if (MENTIONS_MANY.allows(readingUser, null)) return;
    if (rendering.mentionsChannel && !MENTIONS_ALL.allows(readingUser, await this.reachOf(actor, channelId)))
      throw new ChannelWildcardIsNotPermitted();
    if (rendering.mentionsTopic && partakers > FEW) throw new TopicWildcardIsNotPermitted();
  }

  /** Whether the user may mention all subscribers of the channel, given that the user may post there. */
  async explain(
    readingUser: PermissionContext,
    organizationId: OrganizationId,
    channelId: ChannelId,
  ): Promise<Decision> {
    return MENTIONS_ALL.decide(readingUser, await this.reachOf({ organizationId }, channelId));
  }

  private async reachOf(
    { organizationId }: Pick<Actor, 'organizationId'>,
    channelId: ChannelId,
  ): Promise<AddressedUsers> {
    return { isFew: (await this.subscriptions.fewSubscriberIds(organizationId, channelId, FEW)) !== null };
  }
}

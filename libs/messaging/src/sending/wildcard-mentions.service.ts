import { Subscriptions } from '@app/channels';
import { Organization, Permissions } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted } from '../errors';
import type { Rendering } from '../rendering/renderings.service';

/** With at most this many subscribers or participants, no permission is needed to mention all of them. */
const FEW = 15;

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
    { permissions }: Pick<Organization, 'permissions'>,
    rendering: Pick<Rendering, 'mentionsChannel' | 'mentionsTopic'>,
    channelId: ChannelId,
    partakers: number,
  ): Promise<void> {
    if (!rendering.mentionsChannel && !rendering.mentionsTopic) return;
    const graph = await this.permissions.cached(actor);
    if (graph.holds(actor, permissions.can_mention_many_users_group)) return;
    if (rendering.mentionsChannel) {
      const subscribers = await this.subscriptions.fewSubscriberIds(actor.organizationId, channelId, FEW);
      if (subscribers === null) throw new ChannelWildcardIsNotPermitted();
    }
    if (rendering.mentionsTopic && partakers > FEW) throw new TopicWildcardIsNotPermitted();
  }
}

import { assertAdministrator, isGuest, Users } from '@app/identity';
import { type ChannelId, type UserId, single } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { CountedChannel } from '../records/channel';
import { ChannelIdIsInvalid, ChannelNameIsUnknown } from '../errors';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import type { ChannelAccess } from '../access/access';
import { ChannelObject } from './channel-object.client-events';
import { ChannelObjects } from './channel-objects.service';
import { Channels } from './channels.service';
import { Policies } from '../access/policies.service';

/** The sources of a list of channels. A channel of any of them is in the list. */
export interface ChannelSources {
  readonly public: boolean;
  readonly webPublic: boolean;
  readonly subscribed: boolean;
  /** Subscriptions of a bot's owner; empty for users who are not bots. */
  readonly ownerSubscribed: boolean;
  /** With access to the content. */
  readonly readable: boolean;
  /** With access to the metadata. */
  readonly all: boolean;
  /** The older name of `all`. */
  readonly allForAdministrators: boolean;
  /** Leaves out archived channels from all sources. */
  readonly exceptArchived: boolean;
}

export type ListedChannel = ChannelObject & { is_default?: boolean };

/** Lists channels for the caller. */
@Injectable()
export class ChannelListing {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly objects: ChannelObjects,
    private readonly finding: Channels,
    private readonly policies: Policies,
    private readonly users: Users,
  ) {}

  /**
   * Sorted by name (docs/protocol/channels.md).
   * @throws MustBeAdministrator
   */
  async list(actor: Actor, sources: ChannelSources, withDefault: boolean): Promise<ListedChannel[]> {
    if (sources.allForAdministrators) assertAdministrator(actor);
    const policy = await this.policies.cached(actor);
    const access = policy.accessOf(actor);
    const owners = await this.ownerChannelIds(actor, sources);
    const channels = (await this.channels.listCounted(actor.organizationId, actor.userId)).filter(
      (channel) =>
        !(sources.exceptArchived && channel.isArchived) &&
        (isIn(sources, actor, access, channel) || owners.has(channel.id)),
    );
    const objects = await this.objects.forViewer(policy, actor.userId, channels);
    return withDefault ? objects.map((object, at) => ({ ...object, is_default: channels[at]!.isDefault })) : objects;
  }

  /** @throws ChannelIdIsInvalid for a channel that does not exist or is not visible */
  async get(actor: Actor, channelId: ChannelId): Promise<ChannelObject> {
    const policy = await this.policies.cached(actor);
    const [channel] = await this.channels.listCounted(actor.organizationId, actor.userId, [channelId]);
    if (!channel || !policy.accessOf(actor).seesMetadata(channel)) throw new ChannelIdIsInvalid();
    return single(await this.objects.forViewer(policy, actor.userId, [channel]));
  }

  /**
   * Ascending. A user who sees a channel may see its subscribers.
   * @throws ChannelIdIsInvalid as `get`
   */
  async subscriberIds(actor: Actor, channelId: ChannelId): Promise<UserId[]> {
    const access = (await this.policies.cached(actor)).accessOf(actor);
    const [channel] = await this.channels.list(actor.organizationId, actor.userId, [channelId]);
    if (!channel || !access.seesMetadata(channel)) throw new ChannelIdIsInvalid();
    return this.rows.subscriberIds(actor.organizationId, channelId);
  }

  /**
   * The id of an active channel whose content the actor reads.
   * @throws ChannelNameIsUnknown
   */
  async idOf(actor: Actor, name: string): Promise<ChannelId> {
    const channel = await this.finding.findByName(actor, name);
    if (!channel || channel.isArchived) throw new ChannelNameIsUnknown(name);
    return channel.id;
  }

  private async ownerChannelIds(actor: Actor, { ownerSubscribed }: ChannelSources): Promise<ReadonlySet<ChannelId>> {
    if (!ownerSubscribed || !actor.isBot) return new Set();
    const { botOwnerId } = await this.users.get(actor.organizationId, actor.userId);
    return new Set(botOwnerId === null ? [] : await this.rows.channelIdsOf(botOwnerId));
  }
}

function isIn(sources: ChannelSources, actor: Actor, access: ChannelAccess, channel: CountedChannel): boolean {
  if (!access.seesMetadata(channel)) return false;
  if (sources.all || sources.allForAdministrators) return true;
  return (
    (sources.public && !channel.isPrivate && !isGuest(actor.role)) ||
    (sources.webPublic && channel.isWebPublic && !channel.isArchived) ||
    (sources.subscribed && channel.isSubscribed) ||
    (sources.readable && access.readsContent(channel))
  );
}

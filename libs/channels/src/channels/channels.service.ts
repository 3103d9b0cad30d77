import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ReadableChannel } from '../records/channel';
import { isPossibleName } from '../records/channel-name';
import { ChannelIdIsInvalid, ChannelNameIsUnknown } from '../errors';
import { ChannelRepository } from '../records/channel.repository';
import type { ChannelAccess } from '../access/access';
import { Policies } from '../access/policies.service';

/** A channel that a text links to. */
export interface LinkedChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly history: ReadableChannel['history'] | null;
}

/** What of a channel decides who is told of its messages. */
export type ChannelFacts = Pick<
  ReadableChannel,
  'id' | 'name' | 'isPrivate' | 'isArchived' | 'historyPublicToSubscribers' | 'topicsPolicy'
>;

const NOBODY = 0 as UserId;

/** Finding channels, for other contexts and for this one. What an actor may not see is as absent as what is not there. */
@Injectable()
export class Channels {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
  ) {}

  /** The actor's decisions about channels; good for the request that it is asked in. */
  async accessOf(actor: Actor): Promise<ChannelAccess> {
    return (await this.policies.of(actor)).accessOf(actor);
  }

  /** Those of the channels whose content the actor reads, archived ones included, in no particular order. One statement. */
  readableAmong(actor: Actor, ids: readonly ChannelId[]): Promise<ReadableChannel[]> {
    return this.readable(actor, { ids });
  }

  /** As `readableAmong`, by ids and by names in any case, as a request has them. */
  readableNamed(actor: Actor, written: readonly (number | string)[]): Promise<ReadableChannel[]> {
    const ids = written.filter((one) => Number.isSafeInteger(one)) as ChannelId[];
    const names = written.filter((one) => typeof one === 'string').filter(isPossibleName);
    return this.readable(actor, { ids, names: names.map((name) => name.trim()) });
  }

  /** A channel whose content the actor reads, or null: no such channel, or not for this actor. */
  async find(actor: Actor, channelId: ChannelId): Promise<ReadableChannel | null> {
    const channel = await this.channels.findForDecisions(actor.organizationId, actor.userId, { id: channelId });
    return channel && this.asReadable(actor, channel);
  }

  /** As `find`, by name in any case. */
  async findByName(actor: Actor, name: string): Promise<ReadableChannel | null> {
    if (!isPossibleName(name)) return null;
    const channel = await this.channels.findForDecisions(actor.organizationId, actor.userId, { name });
    return channel && this.asReadable(actor, channel);
  }

  /** @throws ChannelIdIsInvalid (400) for an unknown channel and for one whose content the actor may not read */
  async get(actor: Actor, channelId: ChannelId): Promise<ReadableChannel> {
    const channel = await this.find(actor, channelId);
    if (!channel) throw new ChannelIdIsInvalid();
    return channel;
  }

  /** @throws ChannelNameIsUnknown (400) as `get` */
  async byName(actor: Actor, name: string): Promise<ReadableChannel> {
    const channel = await this.findByName(actor, name);
    if (!channel) throw new ChannelNameIsUnknown(name);
    return channel;
  }

  /** Names as they are now, of any channels of the organization; unknown ids are absent. For what is seen already. */
  namesOf(organizationId: OrganizationId, channelIds: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>> {
    return this.channels.names(organizationId, channelIds);
  }

  /** A channel, regardless of the viewer; null: there is none. For client events: decides nothing. */
  async facts(organizationId: OrganizationId, channelId: ChannelId): Promise<ChannelFacts | null> {
    return this.channels.findForDecisions(organizationId, NOBODY, { id: channelId });
  }

  /**
   * For how many days each channel keeps its messages (null: as the organization says, -1: for ever), archived ones
   * included; all of the organization, or one.
   */
  retentions(
    organizationId: OrganizationId,
    channelId: ChannelId | null = null,
  ): Promise<readonly { readonly id: ChannelId; readonly days: number | null }[]> {
    return this.channels.retentions(organizationId, channelId);
  }

  /** The names of those of the channels whose existence the actor may know of. One statement. */
  async visibleNames(actor: Actor, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>> {
    if (ids.length === 0) return new Map();
    const access = await this.accessOf(actor);
    const channels = await this.channels.listForDecisions(actor.organizationId, actor.userId, { ids });
    return new Map(channels.filter((one) => access.seesMetadata(one)).map(({ id, name }) => [id, name]));
  }

  /**
   * The channels that `#**name**` may link to: those of these exact names whose existence the actor may know of; `history`
   * is null where the actor may not read them.
   */
  async findLinked(actor: Actor, names: readonly string[]): Promise<LinkedChannel[]> {
    const possible = names.filter(isPossibleName);
    if (possible.length === 0) return [];
    const access = await this.accessOf(actor);
    const channels = await this.channels.listNamed(actor.organizationId, actor.userId, possible);
    return channels
      .filter((channel) => access.seesMetadata(channel))
      .map((channel) => ({ id: channel.id, name: channel.name, history: access.readsHistory(channel) }));
  }

  private async readable(
    actor: Actor,
    which: { ids: readonly ChannelId[]; names?: readonly string[] },
  ): Promise<ReadableChannel[]> {
    if (which.ids.length + (which.names ?? []).length === 0) return [];
    const access = await this.accessOf(actor);
    const channels = await this.channels.listForDecisions(actor.organizationId, actor.userId, which);
    return channels.flatMap((channel) => {
      const history = access.readsHistory(channel);
      return history ? [{ ...channel, history }] : [];
    });
  }

  private async asReadable(actor: Actor, channel: Omit<ReadableChannel, 'history'>): Promise<ReadableChannel | null> {
    const history = (await this.accessOf(actor)).readsHistory(channel);
    return history && { ...channel, history };
  }
}

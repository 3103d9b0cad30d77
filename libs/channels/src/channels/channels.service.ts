import { type ChannelId, NO_USER, type OrganizationId } from '@app/kernel';
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

/** The fields of a channel that determine who is told about its messages. */
export type ChannelFacts = Pick<
  ReadableChannel,
  'id' | 'name' | 'isPrivate' | 'isArchived' | 'historyPublicToSubscribers' | 'topicsPolicy'
>;

/** Finds channels, for this and other contexts. A channel that the actor may not see is treated as absent. */
@Injectable()
export class Channels {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
  ) {}

  /** The actor's permissions on channels. Valid for the current request. */
  async accessOf(actor: Actor): Promise<ChannelAccess> {
    return (await this.policies.cached(actor)).accessOf(actor);
  }

  /** Which of the channels the actor can read, including archived ones, in no order. One statement. */
  readableAmong(actor: Actor, ids: readonly ChannelId[]): Promise<ReadableChannel[]> {
    return this.readable(actor, { ids });
  }

  /** As `readableAmong`, for ids and names (in any case) from a request. */
  readableNamed(actor: Actor, written: readonly (number | string)[]): Promise<ReadableChannel[]> {
    const ids = written.filter((one) => Number.isSafeInteger(one)) as ChannelId[];
    const names = written.filter((one) => typeof one === 'string').filter(isPossibleName);
    return this.readable(actor, { ids, names: names.map((name) => name.trim()) });
  }

  /** A channel whose content the actor can read; `null`: it is absent or not readable. */
  async find(actor: Actor, channelId: ChannelId): Promise<ReadableChannel | null> {
    const channel = await this.channels.findForDecisions(actor.organizationId, actor.userId, { id: channelId });
    return channel && this.asReadable(actor, channel);
  }

  /** As `find`, by name, ignoring case. */
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

  /** Current names of any channels of the organization; unknown ids are left out. Does not check access. */
  namesOf(organizationId: OrganizationId, channelIds: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>> {
    return this.channels.names(organizationId, channelIds);
  }

  /** A channel, independently of the viewer; `null`: there is none. For client events. Does not check access. */
  async facts(organizationId: OrganizationId, channelId: ChannelId): Promise<ChannelFacts | null> {
    return this.channels.findForDecisions(organizationId, NO_USER, { id: channelId });
  }

  /**
   * The retention of each channel in days (`null`: the organization's value, -1: unlimited), including archived
   * channels, for one channel or the whole organization.
   */
  retentions(
    organizationId: OrganizationId,
    channelId: ChannelId | null = null,
  ): Promise<readonly { readonly id: ChannelId; readonly days: number | null }[]> {
    return this.channels.retentions(organizationId, channelId);
  }

  /** The names of those channels that the actor may see. One statement. */
  async visibleNames(actor: Actor, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>> {
    return new Map((await this.visibleAmong(actor, ids)).map(({ id, name }) => [id, name]));
  }

  /** Those of the channels whose existence the actor may know of, archived ones included. One statement. */
  async visibleAmong(actor: Actor, ids: readonly ChannelId[]): Promise<ChannelFacts[]> {
    if (ids.length === 0) return [];
    const access = await this.accessOf(actor);
    const channels = await this.channels.listForDecisions(actor.organizationId, actor.userId, { ids });
    return channels.filter((one) => access.seesMetadata(one));
  }

  /**
   * The channels of links such as `#**name**`: with exactly these names, visible to the actor. `history` is `null` if
   * the actor may not read the channel.
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

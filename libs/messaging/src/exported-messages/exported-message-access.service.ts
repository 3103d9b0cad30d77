import { Channels, ExportedChannels } from '@app/channels';
import { actorOf, type ExportScope, Organizations, Users } from '@app/identity';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { channelsOf, MessageAccess } from '../access/access';
import type { ViewedMessage } from '../records/message';
import { MessageRepository } from '../records/message.repository';

/** Messages that an export contains, with all of their channels. */
export interface ChosenMessages {
  readonly messages: readonly ViewedMessage[];
  readonly channels: readonly { readonly id: ChannelId; readonly name: string; readonly isPrivate: boolean }[];
}

/** Which messages an export contains: those of public channels, and those that a consenting user may read. */
@Injectable()
export class ExportedMessageAccess {
  constructor(
    private readonly messages: MessageRepository,
    private readonly exportedChannels: ExportedChannels,
    private readonly channels: Channels,
    private readonly users: Users,
    private readonly organizations: Organizations,
  ) {}

  /** Ascending by id. */
  async among(scope: ExportScope, ids: readonly MessageId[]): Promise<ChosenMessages> {
    const messages = await this.messages.ofNobody(scope.organizationId, ids);
    const exported = await this.exportedChannels.among(scope, channelsOf(messages));
    const readers = new Map(exported.map(({ channel, readerIds }) => [channel.id, readerIds]));
    const isPublic = ({ channelId }: ViewedMessage) => channelId !== null && readers.get(channelId) === null;
    const candidates = new Map<MessageId, readonly UserId[]>();
    for (const { id, channelId, participantIds } of messages.filter((one) => !isPublic(one))) {
      const among = channelId === null ? participantIds! : [...(readers.get(channelId) ?? [])];
      candidates.set(
        id,
        among.filter((userId) => scope.consentingIds.has(userId)),
      );
    }
    const consented = await this.readByOne(scope, messages, candidates);
    return {
      messages: messages.filter((one) => isPublic(one) || consented.has(one.id)),
      channels: exported.map(({ channel }) => channel),
    };
  }

  /** Asks the rules of one candidate after the other, until each message has a reader or no candidate is left. */
  private async readByOne(
    { organizationId }: ExportScope,
    messages: readonly ViewedMessage[],
    candidates: ReadonlyMap<MessageId, readonly UserId[]>,
  ): Promise<ReadonlySet<MessageId>> {
    const read = new Set<MessageId>();
    const organization = await this.organizations.current(organizationId);
    const users = await this.users.byIds(organizationId, [...new Set([...candidates.values()].flat())]);
    for (const user of users.values()) {
      const open = messages.filter(({ id }) => !read.has(id) && candidates.get(id)?.includes(user.id));
      if (open.length === 0) continue;
      const readable = await this.channels.readableAmong(actorOf(user, organization), channelsOf(open));
      const access = new MessageAccess(user.id, readable);
      const ids = open.map(({ id }) => id);
      for (const standing of await this.messages.standings({ userId: user.id, organizationId }, ids))
        if (access.reads(standing)) read.add(standing.id);
    }
    return read;
  }
}

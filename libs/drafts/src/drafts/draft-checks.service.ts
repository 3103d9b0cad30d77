import { ChannelIdIsInvalid, Channels } from '@app/channels';
import { GuestVisibility, Users } from '@app/identity';
import { ChannelId, Clock, UserId } from '@app/kernel';
import { MAX_TOPIC_LENGTH, normaliseContent, truncate } from '@app/messaging';
import { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Address, CheckedDraft, WrittenDraft } from './draft';
import { DraftRecipientIsDeactivated, DraftRecipientIsUnknown } from './draft.errors';

/** Validates drafts and normalises them. The number of statements does not depend on the number of drafts. */
@Injectable()
export class DraftChecks {
  constructor(
    private readonly channels: Channels,
    private readonly users: Users,
    private readonly guestVisibility: GuestVisibility,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws MessageIsEmpty, MessageContainsNull
   * @throws ChannelIdIsInvalid for a channel that the author may not read, or that is archived
   * @throws DraftRecipientIsUnknown, DraftRecipientIsDeactivated
   */
  async check(author: Actor, drafts: readonly WrittenDraft[]): Promise<CheckedDraft[]> {
    const now = this.clock.now().getTime() / 1_000;
    const checked = drafts.map(({ address, content, editedAt }) => ({
      address: withTopicCut(address),
      content: normaliseContent(content),
      editedAt: editedAt ?? now,
    }));
    await this.assertChannels(
      author,
      distinct(drafts, (one) => (one.to === 'channel' ? [one.channelId] : [])),
    );
    await this.assertPeople(
      author,
      distinct(drafts, (one) => (one.to === 'people' ? one.userIds : [])),
    );
    return checked;
  }

  private async assertChannels(author: Actor, ids: readonly ChannelId[]): Promise<void> {
    if (ids.length === 0) return;
    const readable = await this.channels.readableAmong(author, ids);
    const usable = new Set(readable.flatMap(({ id, isArchived }) => (isArchived ? [] : [id])));
    if (!ids.every((id) => usable.has(id))) throw new ChannelIdIsInvalid();
  }

  /** A user whom the author may not see gets the same answer as an absent user. */
  private async assertPeople(author: Actor, ids: readonly UserId[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await this.users.byIds(author.organizationId, ids);
    const known = await this.guestVisibility.cached(author);
    for (const id of ids) {
      const user = found.get(id);
      if (!user || (known && !user.isBot && !known.has(id))) throw new DraftRecipientIsUnknown(id);
      if (!user.isActive) throw new DraftRecipientIsDeactivated(user.fullName);
    }
  }
}

const withTopicCut = (address: Address): Address =>
  address.to === 'channel'
    ? { ...address, topic: truncate(address.topic.toWellFormed(), MAX_TOPIC_LENGTH, '...') }
    : address;

const distinct = <Id>(drafts: readonly WrittenDraft[], idsIn: (address: Address) => readonly Id[]): Id[] => [
  ...new Set(drafts.flatMap(({ address }) => idsIn(address))),
];

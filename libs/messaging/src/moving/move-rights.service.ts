import { ChannelAccess, ChannelForActor, ChannelIdIsInvalid, Channels, Postings, ReadableChannel } from '@app/channels';
import { fact, Organization, ROLE } from '@app/identity';
import { Clock } from '@app/kernel';
import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  ChannelEditIsTooLate,
  EditingIsNotPermitted,
  EditingIsOff,
  EditingIsTooLate,
  MovingIsNotPermitted,
  ResolvingIsNotPermitted,
  TopicEditIsTooLate,
} from '../changes/edit.errors';
import { ChannelDoesNotExist } from '../errors';
import { Change, isTooOld, stricter } from '../changes/message-edit';
import type { EditableMessage } from '../records/message';
import { PostingRights } from '../sending/posting-rights.service';

/** Whether users of the organization edit what they wrote. */
export const EDITING = fact<Pick<Organization, 'settings'>, unknown>(
  ({ settings }) => settings.allowMessageEditing,
  'allow_message_editing of the organization: on',
  'allow_message_editing of the organization: off',
);

/** Permissions to edit and move messages, with their time limits (docs/protocol/edits.md). */
@Injectable()
export class MoveRights {
  constructor(
    private readonly channels: Channels,
    private readonly postings: Postings,
    private readonly posting: PostingRights,
    private readonly clock: Clock,
  ) {}

  /** @throws EditingIsOff, EditingIsNotPermitted, EditingIsTooLate; no role is exempt */
  assertMayRewrite(actor: Actor, organization: Organization, message: EditableMessage): void {
    if (!EDITING.allows(organization, null)) throw new EditingIsOff();
    if (message.senderId !== actor.userId) throw new EditingIsNotPermitted();
    if (this.isTooOld(message, organization.settings.messageContentEditLimitSeconds)) throw new EditingIsTooLate();
  }

  /**
   * @param channel where the message is
   * @throws EditingIsNotPermitted, ResolvingIsNotPermitted, TopicEditIsTooLate, MovingIsNotPermitted, ChannelEditIsTooLate
   */
  async assertMayMove(
    actor: Actor,
    { settings }: Organization,
    message: EditableMessage,
    channel: ReadableChannel,
    { topic, channelId, resolution }: Change,
  ): Promise<void> {
    const access = await this.channels.accessOf(actor);
    if (topic !== null) this.assertMayRename(access, channel, resolution !== null);
    const isHurried = !isModerator(actor);
    const { moveMessagesWithinChannelLimitSeconds: within, moveMessagesBetweenChannelsLimitSeconds: between } =
      settings;
    if (topic !== null && resolution === null && isHurried && this.isTooOld(message, within)) {
      throw new TopicEditIsTooLate();
    }
    if (channelId === null) return;
    if (!access.movesOut(channel)) throw new MovingIsNotPermitted();
    if (isHurried && this.isTooOld(message, between)) throw new ChannelEditIsTooLate();
  }

  /** The age limit for each message of a whole topic in seconds; `null`: none. Resolving has no limit. */
  limitOfAll(actor: Actor, { settings }: Organization, { topic, channelId, resolution }: Change): number | null {
    if (isModerator(actor) || resolution !== null) return null;
    const within = topic === null ? null : settings.moveMessagesWithinChannelLimitSeconds;
    const between = channelId === null ? null : settings.moveMessagesBetweenChannelsLimitSeconds;
    return stricter(within, between);
  }

  /**
   * The target channel: the actor must see it and be permitted to post there. Called in the transaction that has locked
   * it.
   * @throws ChannelIdIsInvalid, SendingIsNotAuthorized, PostingIsNotPermitted
   */
  async target(actor: Actor, channelId: ChannelId): Promise<ChannelForActor> {
    const opened = await this.postings.open(actor, channelId);
    if (!opened) throw new ChannelIdIsInvalid();
    try {
      await this.posting.assertMayPost(actor, await this.channels.accessOf(actor), opened.channel, channelId);
    } catch (error) {
      throw error instanceof ChannelDoesNotExist ? new ChannelIdIsInvalid() : error;
    }
    return opened.channel;
  }

  private assertMayRename(access: ChannelAccess, channel: ReadableChannel, isResolution: boolean): void {
    if (isResolution && !access.resolvesTopics(channel)) throw new ResolvingIsNotPermitted();
    if (!isResolution && !access.movesBetweenTopics(channel)) throw new EditingIsNotPermitted();
  }

  private isTooOld({ sentAt }: EditableMessage, limit: number | null): boolean {
    return isTooOld(sentAt, this.clock.seconds(), limit);
  }
}

const isModerator = ({ role }: Actor): boolean => role <= ROLE.moderator;

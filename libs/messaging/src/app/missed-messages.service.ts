import { Listener, Listeners } from '@app/channels';
import { MailRecipients } from '@app/identity';
import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Backlog, Config, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Hearing, REASON, Reason, UNDIVIDED, wantsMail } from '../domain/missed-message';
import { VISIBILITY } from '../domain/user-topic';
import { Addressed, FreshMessage, Missed, MissedMessageRepository } from '../store/missed-message.repository';
import { Horizon } from './horizon';

const EVERY_MS = 2_000;
const BATCH = 300;
/** Further behind than that, it is looked for what is new enough. */
const MANY = 5_000;
const LATE_HOURS = 24;

/**
 * Finds out whom a mail may have to tell of new messages. Sending does nothing for it: messages are looked at once, in
 * the order of their ids and after they are there for sure, by whichever node comes first.
 */
@Injectable()
export class MissedMessages implements Worker, OnModuleInit {
  readonly name = 'missed_messages';
  readonly everyMs = EVERY_MS;
  private readonly isOn: boolean;
  /** Up to there this node knows that all is done. */
  private seen = -1;

  constructor(
    private readonly rows: MissedMessageRepository,
    private readonly listeners: Listeners,
    private readonly recipients: MailRecipients,
    private readonly horizon: Horizon,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
    config: Config,
  ) {
    this.isOn = config.smtpUrl !== null;
  }

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    if (!this.isOn) return false;
    const reached = await this.horizon.look();
    if (reached === this.seen) return false;
    const isMore = await this.transactions.run([], async () => {
      const upto = await this.rows.holdCursor();
      if (upto === null) return null;
      if (upto >= reached) return false;
      const from = reached - upto > MANY ? await this.firstOfLate(upto, reached) : upto;
      const fresh = await this.rows.fresh(from, reached, BATCH);
      const isFull = fresh.length === BATCH;
      for (const [organizationId, messages] of byOrganization(fresh)) await this.note(organizationId, messages);
      await this.rows.moveCursor(isFull ? fresh[fresh.length - 1].id : reached);
      return isFull;
    });
    if (isMore === false) this.seen = reached;
    return isMore ?? false;
  }

  /**
   * The last message that is too old for a mail, or one shortly before it: where there was no mail server for long, nobody
   * wants to hear of all that in one day.
   */
  private async firstOfLate(upto: number, reached: number): Promise<number> {
    let [old, late] = [upto, reached];
    while (late - old > BATCH) {
      const middle = Math.floor((old + late) / 2);
      if (await this.rows.isLate(middle, LATE_HOURS)) late = middle;
      else old = middle;
    }
    return old;
  }

  /** How far behind is what mails say anyway. */
  async backlog(): Promise<Backlog> {
    return { waiting: 0, oldestSeconds: 0 };
  }

  /** Of those whom messages were addressed to, who wants a mail of it as of now: their rows with what decides. */
  async wanted(organizationId: OrganizationId, addressed: readonly Addressed[], messages: readonly FreshMessage[]) {
    const byId = new Map(messages.map((message) => [message.id, message]));
    const userIds = [...new Set(addressed.map(({ userId }) => userId))];
    const recipients = await this.recipients.find(organizationId, userIds);
    const hearings = await this.hearings(addressed, byId);
    return addressed.flatMap((one) => {
      const recipient = recipients.get(one.userId);
      const hearing = hearings(one);
      return recipient && hearing && wantsMail(one.reason, recipient.settings, hearing) ? [{ ...one, recipient }] : [];
    });
  }

  private async note(organizationId: OrganizationId, messages: readonly FreshMessage[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    const addressed = [
      ...(await this.rows.addressed(ids)),
      ...(await this.rows.followers(ids)),
      ...(await this.listening(organizationId, messages)),
    ];
    if (addressed.length === 0) return;
    const wanted = await this.wanted(organizationId, addressed, messages);
    const missed = wanted.map(({ userId, messageId, reason, recipient: { settings } }) => {
      const seconds = settings.email_notifications_batching_period_seconds;
      return { userId, messageId, reason, organizationId, seconds } satisfies Missed & { seconds: number };
    });
    await this.rows.insert(missed);
  }

  /** Those whom everything in a channel is addressed to, and everybody where a message says so. */
  private async listening(organizationId: OrganizationId, messages: readonly FreshMessage[]): Promise<Addressed[]> {
    const inChannels = messages.filter(({ channelId }) => channelId !== null);
    if (inChannels.length === 0) return [];
    const channelsOf = (some: readonly FreshMessage[]) => [...new Set(some.map(({ channelId }) => channelId!))];
    const loud = inChannels.filter(({ mentionsChannel }) => mentionsChannel);
    const byDefault = await this.recipients.wantingAllChannels(organizationId);
    return [
      ...pairs(inChannels, await this.listeners.wantingMail(channelsOf(inChannels), byDefault), REASON.channel),
      ...pairs(loud, await this.listeners.everybody(channelsOf(loud)), REASON.channelWildcard),
    ];
  }

  /** What each has said of the place of each message; null: he is not there (any more). */
  private async hearings(addressed: readonly Addressed[], messages: ReadonlyMap<MessageId, FreshMessage>) {
    const some = addressed.filter(({ messageId }) => (messages.get(messageId)?.channelId ?? null) !== null);
    const userIds = [...new Set(some.map(({ userId }) => userId))];
    const messageIds = [...new Set(some.map(({ messageId }) => messageId))];
    const channelIds = [...new Set(messageIds.map((id) => messages.get(id)!.channelId!))];
    const subscriptions = await this.listeners.among(channelIds, userIds);
    const listeners = new Map(subscriptions.map((one) => [`${one.userId} ${one.channelId}`, one]));
    const said = some.length === 0 ? [] : await this.rows.topicWords(messageIds, userIds);
    const words = new Map(said.map((one) => [`${one.userId} ${one.messageId}`, one.visibility]));
    return ({ userId, messageId, reason }: Addressed): Hearing | null => {
      const message = messages.get(messageId);
      if (!message) return null;
      if (message.channelId === null) return UNDIVIDED;
      const listener = listeners.get(`${userId} ${message.channelId}`);
      // Who was mentioned is told wherever he can read it; everything else is for subscribers.
      if (!listener) return reason === REASON.mentioned ? UNDIVIDED : null;
      return {
        isChannelMuted: listener.isMuted,
        visibility: words.get(`${userId} ${messageId}`) ?? VISIBILITY.inherit,
        emailNotifications: listener.emailNotifications,
        wildcardMentionsNotify: listener.wildcardMentionsNotify,
      };
    };
  }
}

function byOrganization(messages: readonly FreshMessage[]): Map<OrganizationId, FreshMessage[]> {
  const groups = new Map<OrganizationId, FreshMessage[]>();
  for (const message of messages) {
    const group = groups.get(message.organizationId);
    if (group) group.push(message);
    else groups.set(message.organizationId, [message]);
  }
  return groups;
}

function pairs(messages: readonly FreshMessage[], listeners: readonly Listener[], reason: Reason): Addressed[] {
  const byChannel = new Map<number, UserId[]>();
  for (const { channelId, userId } of listeners)
    byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), userId]);
  return messages.flatMap(({ id, channelId, senderId }) =>
    (byChannel.get(channelId!) ?? [])
      .filter((userId) => userId !== senderId)
      .map((userId) => ({ userId, messageId: id, reason })),
  );
}

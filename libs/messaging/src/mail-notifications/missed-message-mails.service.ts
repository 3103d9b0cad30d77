import { actorOf, MailRecipient, MailRecipients, Organization, Organizations, Presences } from '@app/identity';
import { escapeHtml, type MessageId, type UserId } from '@app/kernel';
import { Backlog, isDatabaseUnavailable, Log, Mails, Transactions, unlinked, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { hashPart, MissedPlace, placeInWords, timeInWords, withoutSpoilers } from './missed-mail';
import { reasonsNow } from './reasons-now';
import type { FreshMessage } from './addressee.repository';
import { Missed, MissedMessageRepository } from './missed-message.repository';
import { Addressees } from './addressees.service';
import type { ReaderMessageView } from '../message-views/message-views.service';
import { Messages } from '../messages/messages.service';

const EVERY_MS = 5_000;
const USERS_A_PASS = 50;
/** The most messages in the mails of one run. Of more, the latest are included. */
const MAX_AT_ONCE = 500;
const MAX_SHOWN = 20;
/** A user who was active within this time is likely to see the message anyway. */
const PRESENT_SECONDS = 200;

interface Conversation {
  readonly key: string;
  readonly place: MissedPlace;
  /** The fragment of the address of the conversation. */
  readonly fragment: string;
  readonly views: ReaderMessageView[];
}

/** Mails about missed messages: one for each conversation, after the user has been away for a while. */
@Injectable()
export class MissedMessageMails implements Worker, OnModuleInit {
  readonly name = 'missed_message_mails';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: MissedMessageRepository,
    private readonly addressees: Addressees,
    private readonly messages: Messages,
    private readonly recipients: MailRecipients,
    private readonly presences: Presences,
    private readonly organizations: Organizations,
    private readonly mails: Mails,
    private readonly workers: Workers,
    private readonly log: Log,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.mails.areSent) return false;
    const userIds = await this.rows.due(USERS_A_PASS);
    for (const userId of userIds) {
      if (signal.aborted) break;
      try {
        await this.transactions.run([], () => this.settle(userId));
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        this.log.warn('mails about missed messages must wait', { userId, error });
        await this.rows.postpone(userId, 600);
      }
    }
    return userIds.length === USERS_A_PASS;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  /** Handles one user. Rows are removed in the transaction that queues the mails. */
  private async settle(userId: UserId): Promise<void> {
    const missed = await this.rows.hold(userId, MAX_AT_ONCE);
    const [first] = missed;
    if (!first) return;
    const { organizationId } = first;
    const recipient = (await this.recipients.find(organizationId, [userId])).get(userId);
    const present = recipient ? await this.presentFor(recipient) : 0;
    if (present > 0) return this.rows.postpone(userId, present);
    if (recipient) await this.write(recipient, await this.organizations.current(organizationId), missed);
    await this.rows.remove(userId, idsOf(missed));
  }

  /** The number of seconds for which the user still counts as present; 0: the user is away. */
  private async presentFor({ user }: MailRecipient): Promise<number> {
    const last = (await this.presences.lastActive(user.organizationId, [user.id])).get(user.id);
    if (last === undefined) return 0;
    return Math.max(0, Math.ceil(PRESENT_SECONDS - (Date.now() - last) / 1000));
  }

  /** The messages that are still unread, readable and wanted. */
  private async write(recipient: MailRecipient, organization: Organization, missed: readonly Missed[]): Promise<void> {
    const actor = actorOf(recipient.user, organization);
    const unread = [{ operator: 'is', operand: 'unread' }];
    const views = await this.messages.select(actor, unread, idsOf(missed));
    const fresh = views.map(({ view, message }): FreshMessage => ({
      id: view.id,
      organizationId: organization.id,
      channelId: message.channelId,
      topic: message.topic,
      senderId: message.senderId,
      mentionsChannel: false,
    }));
    const standings = new Map(views.map(({ message }) => [message.id, message]));
    const addressed = missed.flatMap(({ userId, messageId, reason }) => {
      const standing = standings.get(messageId);
      return standing ? reasonsNow(reason, standing).map((one) => ({ userId, messageId, reason: one })) : [];
    });
    const wanting = await this.addressees.wanting('mail', organization.id, addressed, fresh);
    const wanted = new Set(wanting.map(({ messageId }) => messageId));
    const readable = views.filter(({ view }) => wanted.has(view.id));
    const showsOrganization = readable.length > 0 && (await this.recipients.namesOrganization(recipient));
    for (const conversation of conversations(readable, recipient, organization)) {
      await this.send(recipient, organization, conversation, showsOrganization);
    }
  }

  private async send(
    { user, settings }: MailRecipient,
    organization: Organization,
    { key, place, fragment, views }: Conversation,
    showsOrganization: boolean,
  ): Promise<void> {
    const isShown =
      settings.message_content_in_email_notifications &&
      organization.settings.messageContentAllowedInEmailNotifications;
    const says = isShown ? placeInWords(place) : 'New messages';
    const unsubscribe = organization.url + this.recipients.unsubscribePath(user);
    const url = isShown ? `${organization.url}/#narrow/${fragment}` : `${organization.url}/`;
    const footer = `You get this because you were away from ${unlinked(organization.name)}. Replies to this mail are read by nobody.`;
    const count = `${views.length} new ${views.length === 1 ? 'message' : 'messages'}`;
    const shown = views.slice(-MAX_SHOWN).map(({ view }) => ({
      head: `${unlinked(view.sender.fullName)}, ${timeInWords(view.sentAt, user.timezone)}`,
      content: withoutSpoilers(view.content),
    }));
    const why = isShown ? null : 'This mail does not show them, as you or your organization have decided.';
    const text = [
      ...(isShown ? shown.map(({ head, content }) => `${head}:\n\n${content}`) : [`You have ${count}.`, why!]),
      `Read and answer: ${url}`,
      `-- \n${footer}\nNo more of these mails: ${unsubscribe}`,
    ].join('\n\n');
    await this.mails.queue({
      organizationId: organization.id,
      to: user.deliveryEmail,
      fromName: organization.name,
      subject: `${showsOrganization ? `[${organization.name}] ` : ''}${says}`,
      text: `${text}\n`,
      html: htmlOf({ shown: isShown ? shown : null, count, why, url, footer, unsubscribe }),
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        // Mail programs group the mails of a conversation by this header.
        References: `<${key}-${user.id}@${new URL(organization.url).hostname}>`,
      },
    });
  }
}

const idsOf = (missed: readonly Missed[]): MessageId[] => missed.map(({ messageId }) => messageId);

/** Conversations with their messages in order; the one with the oldest message first. */
function conversations(
  views: readonly ReaderMessageView[],
  { user }: MailRecipient,
  { emptyTopicName }: Organization,
): Conversation[] {
  const found = new Map<string, Conversation>();
  for (const viewed of views) {
    const conversation = conversationOf(viewed, user.id, emptyTopicName);
    const known = found.get(conversation.key);
    if (known) known.views.push(viewed);
    else found.set(conversation.key, conversation);
  }
  return [...found.values()];
}

function conversationOf(viewed: ReaderMessageView, readerId: UserId, emptyTopicName: string): Conversation {
  const { channel, conversation, topic, id } = viewed.view;
  if (channel) {
    const key = `channel-${channel.id}-${Buffer.from(topic.toLowerCase()).toString('hex')}`;
    const place = { kind: 'channel' as const, channel: channel.name, topic: topic || emptyTopicName };
    const fragment = `channel/${channel.id}-${hashPart(channel.name.replaceAll(' ', '-'))}/topic/${hashPart(topic)}/near/${id}`;
    return { key, place, fragment, views: [viewed] };
  }
  const others = conversation!.participants.filter((person) => person.id !== readerId);
  const ids = conversation!.participants.map((person) => person.id);
  const place = { kind: 'direct' as const, others: others.map((person) => ({ id: person.id, name: person.fullName })) };
  return {
    key: `direct-${conversation!.id}`,
    place,
    fragment: `dm/${ids.join(',')}-group/near/${id}`,
    views: [viewed],
  };
}

const FRAME = 'font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:1rem auto;padding:0 1rem;color:#222';

/** Messages are included as source text, escaped. */
function htmlOf(mail: {
  shown: readonly { head: string; content: string }[] | null;
  count: string;
  why: string | null;
  url: string;
  footer: string;
  unsubscribe: string;
}): string {
  const messages = mail.shown
    ? mail.shown.map(
        ({ head, content }) =>
          `<p style="margin-bottom:0"><strong>${escapeHtml(head)}</strong></p>` +
          `<p style="margin-top:0;white-space:pre-wrap">${escapeHtml(content)}</p>`,
      )
    : [`<p>You have ${escapeHtml(mail.count)}.</p>`, `<p>${escapeHtml(mail.why ?? '')}</p>`];
  const link = `<p><a href="${escapeHtml(mail.url)}">Read and answer</a></p>`;
  const foot =
    `<p style="color:#555;font-size:.85em">${escapeHtml(mail.footer)}<br>` +
    `<a href="${escapeHtml(mail.unsubscribe)}">No more of these mails</a></p>`;
  return `<!doctype html><html><body><div style="${FRAME}">\n${[...messages, link, foot].join('\n')}\n</div></body></html>\n`;
}

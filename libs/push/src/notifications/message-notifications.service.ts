import { Organization, PermissionGraph, Permissions, Subject, User } from '@app/identity';
import type { UserGroupId } from '@app/kernel';
import { Addressees, FreshMessage, REASON, truncate, UnreadMessageViews, ReaderMessageView } from '@app/messaging';
import { lock, Secrets, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { mentioningGroup, mentionsIn } from '../payloads/mentioned-group';
import { MessageNotification, MAX_TEXT, NotifiedPlace } from '../payloads/notification';
import { plainText } from '../payloads/plain-text';
import { Delivery, PushDeliveryRepository } from './push-delivery.repository';
import { PushShownRepository } from './push-shown.repository';

/** A notification, with the row that requested it. */
export interface WrittenNotification {
  readonly delivery: Delivery;
  readonly notification: MessageNotification;
}

/** The notified user, and the permission graph of the organization. */
interface Reader {
  readonly subject: Subject;
  readonly graph: PermissionGraph;
}

/** A request older than this is checked again against the current settings. */
const FRESH_MS = 5_000;

/** Builds notifications of messages that are unread and readable for the user at this moment. */
@Injectable()
export class MessageNotifications {
  constructor(
    private readonly unread: UnreadMessageViews,
    private readonly addressees: Addressees,
    private readonly permissions: Permissions,
    private readonly deliveries: PushDeliveryRepository,
    private readonly shown: PushShownRepository,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Builds the notifications of some users in the order of the rows, and marks them as shown. Rows that are no longer
   * wanted are removed. The caller holds the users' locks. So a concurrent read of the message either prevents the
   * notification or removes it afterwards.
   */
  write(
    organization: Organization,
    users: readonly User[],
    deliveries: readonly Delivery[],
  ): Promise<WrittenNotification[]> {
    const locks = users.map(({ id }) => lock.user(id));
    return this.transactions.run(locks, async () => {
      const unread = await this.unread.of(organization, users, deliveries);
      const views = new Map(
        Array.from(unread, ([userId, own]) => [userId, new Map(own.map((one) => [one.view.id, one]))]),
      );
      const over = await this.shown.over(deliveries);
      const wanted = await this.stillWanted(organization, deliveries, [...unread.values()].flat());
      const graph = await this.permissions.cached({
        organizationId: organization.id,
        permissionVersion: organization.version,
      });
      const subjects = new Map(users.map(({ id, role, joinedAt }) => [id, { userId: id, role, joinedAt }]));
      const written = deliveries.flatMap((delivery): WrittenNotification[] => {
        const isWanted = !over.has(`${delivery.userId} ${delivery.messageId}`) && wanted(delivery);
        const viewed = isWanted ? views.get(delivery.userId)?.get(delivery.messageId) : undefined;
        const reader = { subject: subjects.get(delivery.userId)!, graph };
        return viewed ? [{ delivery, notification: this.notification(delivery, viewed, organization, reader) }] : [];
      });
      await this.remember(deliveries, written);
      return written;
    });
  }

  private async remember(deliveries: readonly Delivery[], written: readonly WrittenNotification[]): Promise<void> {
    const told = written.map(({ delivery }) => delivery);
    const isTold = new Set(told);
    const over = deliveries.filter((delivery) => !isTold.has(delivery));
    await this.deliveries.remove(over);
    await this.shown.markForRemoval(over);
    await this.shown.show(told);
  }

  /** Settings or muting may have changed since the recipients were determined. */
  private async stillWanted(
    organization: Organization,
    deliveries: readonly Delivery[],
    views: readonly ReaderMessageView[],
  ): Promise<(delivery: Delivery) => boolean> {
    const before = Date.now() - FRESH_MS;
    const late = deliveries.filter(({ sentAt }) => sentAt < before);
    if (late.length === 0) return () => true;
    const fresh = views.map(({ view, message }): FreshMessage => ({
      id: view.id,
      organizationId: organization.id,
      channelId: message.channelId,
      topic: message.topic,
      senderId: message.senderId,
      mentionsChannel: false,
    }));
    const wanting = await this.addressees.wanting('push', organization.id, late, fresh);
    const wanted = new Set(wanting.map(({ userId, messageId }) => `${userId} ${messageId}`));
    return ({ sentAt, userId, messageId }) => sentAt >= before || wanted.has(`${userId} ${messageId}`);
  }

  private notification(
    { userId, reason }: Delivery,
    { view }: ReaderMessageView,
    organization: Organization,
    reader: Reader,
  ): MessageNotification {
    const { id, sender, html, sentAt } = view;
    return {
      type: 'message',
      // Contains the time of sending. After a restore from a backup, other messages may receive the same ids.
      collapseId: this.secrets.token('collapse id of a notification', `${userId} ${id} ${sentAt}`),
      messageId: id,
      sender: {
        id: sender.id,
        email: sender.email,
        fullName: sender.fullName,
        avatarUrl: new URL(sender.avatarUrl, `${organization.url}/`).href,
      },
      sentAt,
      text: truncate(plainText(html), MAX_TEXT, '…'),
      place: placeOf(view, organization),
      mentionedGroup: reason === REASON.mentioned ? groupFor(reader, html) : null,
    };
  }
}

function groupFor({ subject, graph }: Reader, html: string): MessageNotification['mentionedGroup'] {
  const id = mentioningGroup(mentionsIn(html), subject.userId, (groupId) => graph.isMember(subject, groupId));
  const name = id === null ? undefined : graph.group(id)?.name;
  return name === undefined ? null : { id: id as UserGroupId, name };
}

function placeOf(
  { channel, conversation, topic }: ReaderMessageView['view'],
  organization: Organization,
): NotifiedPlace {
  if (!channel) return { kind: 'direct', userIds: conversation!.participants.map(({ id }) => id) };
  const shownTopic = topic || organization.emptyTopicName;
  return { kind: 'channel', channelId: channel.id, channelName: channel.name, topic: shownTopic };
}

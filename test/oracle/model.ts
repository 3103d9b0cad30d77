import type { Channel, Message } from './facts';
import { VisibilityModel } from './visibility-model';

/** The events of a sequence, and their effect on all objects. */
export class Model extends VisibilityModel {
  subscribe(user: number, channel: Channel): void {
    channel.subscribers.add(user);
    channel.everSubscribed.add(user);
  }

  /** A user who unsubscribes has read all messages. */
  unsubscribe(user: number, channel: Channel): void {
    if (!channel.subscribers.delete(user)) return;
    for (const message of this.messagesOf(channel.id)) message.unread.delete(user);
  }

  /** `readRule`: 0 unread for all, 1 read by its sender, 2 read by all but those who follow the topic. */
  send(
    message: Omit<Message, 'past' | 'rows' | 'unread' | 'starred' | 'historical' | 'reactions'>,
    readRule: number,
    followerIds: ReadonlySet<number>,
  ): void {
    const place = message.channelId === null ? message.people : this.channels.get(message.channelId)!.subscribers;
    const rows = [...place].filter((user) => !this.isStrange(user));
    const hears = (user: number) => !this.users.get(user)?.muted.has(message.senderId);
    const isUnread = (user: number) =>
      readRule === 0 || (readRule === 1 && user !== message.senderId) || (readRule === 2 && followerIds.has(user));
    const unread = rows.filter((user) => hears(user) && isUnread(user));
    if (message.channelId === null)
      this.conversations.set([...message.people].sort((a, b) => a - b).join(), message.people);
    this.messages.set(message.id, {
      ...message,
      past: [],
      rows: new Set(rows),
      unread: new Set(unread),
      starred: new Set(),
      historical: new Set(),
      reactions: new Set(),
    });
  }

  /** A sender who can read a file shows it to all readers of the message; a path without access shows nothing. */
  show(senderId: number, messageId: number, content: string): void {
    for (const file of this.files.values())
      if (content.includes(file.path) && this.opens(senderId, file)) file.messages.add(messageId);
      else file.messages.delete(messageId);
  }

  /** The user's bots are deactivated too, and the user's invitations become invalid. */
  leave(user: number): void {
    for (const one of this.users.values())
      if (one.id === user || one.bot?.ownerId === user) Object.assign(one, { isActive: false, hasDevice: false });
    this.forgetInvitationsOf(user);
  }

  forgetInvitationsOf(user: number): void {
    for (const [id, { inviterId }] of this.invitations) if (inviterId === user) this.invitations.delete(id);
  }

  /** All messages of a muted user are read. */
  mute(user: number, sender: number): void {
    this.users.get(user)!.muted.add(sender);
    for (const { senderId, unread } of this.messages.values()) if (senderId === sender) unread.delete(user);
  }

  said(user: number, secrets: readonly string[]): void {
    secrets.forEach((secret) => this.users.get(user)!.said.add(secret));
  }

  /** Flags add readable messages to the personal history. */
  keep(user: number, message: Message): void {
    if (message.rows.has(user)) return;
    message.rows.add(user);
    message.historical.add(user);
  }

  clone(): Model {
    const copy = new Model();
    const { limitsGuests, hasLostDirect, moderationChannelId } = this;
    Object.assign(copy, { limitsGuests, hasLostDirect, moderationChannelId });
    copy.reports.push(...this.reports);
    this.users.forEach((user, id) =>
      copy.users.set(id, { ...user, said: new Set(user.said), muted: new Set(user.muted) }),
    );
    this.groups.forEach((group, id) =>
      copy.groups.set(id, { ...group, members: new Set(group.members), subgroups: new Set(group.subgroups) }),
    );
    this.channels.forEach((channel, id) =>
      copy.channels.set(id, {
        ...channel,
        names: new Set(channel.names),
        grants: { ...channel.grants },
        subscribers: new Set(channel.subscribers),
        everSubscribed: new Set(channel.everSubscribed),
      }),
    );
    this.messages.forEach((one, id) =>
      copy.messages.set(id, {
        ...one,
        rows: new Set(one.rows),
        unread: new Set(one.unread),
        starred: new Set(one.starred),
        historical: new Set(one.historical),
        reactions: new Set(one.reactions),
      }),
    );
    this.asides.forEach((aside, path) => copy.asides.set(path, aside));
    this.conversations.forEach((people, id) => copy.conversations.set(id, people));
    this.invitations.forEach((invitation, id) => copy.invitations.set(id, { ...invitation }));
    this.files.forEach((file, path) => copy.files.set(path, { ...file, messages: new Set(file.messages) }));
    return copy;
  }
}

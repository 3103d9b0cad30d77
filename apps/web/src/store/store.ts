import { batch, computed, signal } from '@preact/signals-core';
import type { ServerEvent, Snapshot } from '@parley/client';
import type { Conversation, TopicConversation } from '../links/narrow';
import { Channels } from './channels';
import { conversationOfMessage } from './conversations';
import { EventOf, ignoreNewer } from './events';
import { Lists } from './lists';
import { KnownMessage, Messages } from './messages';
import { Organization } from './organization';
import { People, Person } from './people';
import { Presence } from './presence';
import { TopicNews } from './topic-news';
import { POLICY, Topics } from './topics';
import { isMention, Unreads } from './unreads';
import { Windows } from './windows';

const OF_MESSAGES: ReadonlySet<string> = new Set([
  ...['message', 'update_message', 'delete_message'],
  ...['update_message_flags', 'reaction', 'submessage'],
]);

/** Messages went to another topic. */
export interface TopicMove {
  readonly from: TopicConversation;
  readonly to: TopicConversation;
  /** No message of the topic was left behind. */
  readonly isWhole: boolean;
}

/** The state of the client, made of a snapshot and kept current by events. Views read it and never write. */
export class Store {
  readonly me: number;
  readonly people: People;
  readonly channels: Channels;
  readonly topics: Topics;
  readonly unreads: Unreads;
  readonly lists: Lists;
  readonly organization: Organization;
  readonly presence: Presence;
  readonly messages = new Messages();
  readonly windows: Windows;
  readonly topicNews = new TopicNews();
  /** The last move of messages that an event told of. */
  readonly moved = signal<TopicMove | null>(null);
  private readonly records = new Set<ServerEvent[]>();

  constructor(snapshot: Snapshot) {
    this.me = snapshot.user_id;
    this.people = new People(snapshot);
    this.channels = new Channels(snapshot);
    this.topics = new Topics(snapshot);
    this.unreads = new Unreads(snapshot, this.me);
    this.lists = new Lists(snapshot);
    this.presence = new Presence(snapshot, this.me);
    const kept = { ...this.parts(), queue_id: null, last_event_id: null };
    const rest = Object.entries(snapshot).filter(([name]) => !(name in kept));
    this.organization = new Organization(Object.fromEntries(rest));
    this.windows = new Windows(this.messages, {
      me: this.me,
      isMuted: this.isMutedMessage,
    });
  }

  /** What the snapshot of a queue that began now would say, without what names the queue. */
  toSnapshot(): Omit<Snapshot, 'queue_id' | 'last_event_id'> {
    return { ...this.organization.toSnapshot(), ...this.parts() } as Omit<Snapshot, 'queue_id' | 'last_event_id'>;
  }

  /** The number of unread messages that are not muted. */
  readonly unreadCount = computed(() =>
    this.unreads.conversations.value
      .filter(({ conversation }) => !this.isMuted(conversation))
      .reduce((sum, { ids }) => sum + ids.size, 0),
  );

  /** Without an account: what is public on the web can be read, and nothing else. */
  get isSpectator(): boolean {
    return this.me === 0;
  }

  get own(): Person | undefined {
    return this.people.users.get(this.me);
  }

  isMuted(conversation: Conversation): boolean {
    if (conversation.kind === 'direct') return false;
    const policy = this.topics.policyOf(conversation.channelId, conversation.topic);
    return policy === POLICY.inherit ? this.channels.isMuted(conversation.channelId) : policy === POLICY.muted;
  }

  readonly isMutedMessage = (message: KnownMessage): boolean => this.isMuted(conversationOfMessage(message, this.me));

  /** Events in their order; views are told once. */
  apply(events: readonly ServerEvent[]): void {
    const ofMessages = this.records.size > 0 ? events.filter(({ type }) => OF_MESSAGES.has(type)) : [];
    for (const record of this.records) record.push(...ofMessages);
    batch(() => {
      for (const event of events) this.applyOne(event);
    });
  }

  /**
   * Remembers from now on what events say of messages, for a page that is asked for: it may come after events that it does
   * not know of. `replay` applies them once more, which changes nothing where the page knew them, and ends this.
   */
  record(): { replay(): void } {
    const record: ServerEvent[] = [];
    this.records.add(record);
    return {
      replay: () => {
        this.records.delete(record);
        this.apply(record);
      },
    };
  }

  private parts() {
    return {
      ...this.people.toSnapshot(),
      ...this.channels.toSnapshot(),
      ...this.topics.toSnapshot(),
      ...this.lists.toSnapshot(),
      ...this.presence.toSnapshot(),
      ...this.unreads.toSnapshot(this.unreadCount.peek()),
    };
  }

  private applyOne(event: ServerEvent): void {
    switch (event.type) {
      case 'message':
        return this.applyMessage(event);
      case 'update_message':
        return this.applyUpdate(event);
      case 'delete_message':
        return this.applyDeletion(event);
      case 'update_message_flags':
        return this.applyFlags(event);
      case 'reaction':
        return this.messages.react(event);
      case 'submessage':
        return this.messages.addSubmessage(event);
      case 'stream':
        this.channels.applyChannel(event);
        if (event.op !== 'delete') return;
        this.windows.forgetChannels(event.stream_ids);
        return this.unreads.forgetChannels(event.stream_ids);
      case 'subscription':
        this.channels.applySubscription(event);
        if (event.op === 'remove') this.unreads.forgetChannels(event.subscriptions.map(({ stream_id }) => stream_id));
        return;
      case 'channel_folder':
        return this.channels.applyFolder(event);
      case 'user_topic':
        return this.topics.apply(event);
      case 'realm_user':
        return this.applyUser(event);
      case 'user_group':
        return this.people.applyGroup(event);
      case 'realm':
        return this.organization.apply(event);
      case 'realm_user_settings_defaults':
        return this.organization.applyDefault(event);
      case 'presence':
        return this.presence.apply(event);
      case 'typing':
        return this.presence.applyTyping(event);
      case 'custom_profile_fields':
        this.people.keepFields(new Set(event.fields.map(({ id }) => String(id))));
        return this.lists.set('custom_profile_fields', event.fields);
      case 'alert_words':
        return this.lists.set('alert_words', event.alert_words);
      case 'muted_users':
        return this.lists.set('muted_users', event.muted_users);
      case 'realm_linkifiers':
        return this.lists.set('realm_linkifiers', event.realm_linkifiers);
      case 'realm_playgrounds':
        return this.lists.set('realm_playgrounds', event.realm_playgrounds);
      case 'realm_emoji':
        return this.lists.set('realm_emoji', event.realm_emoji);
      case 'onboarding_steps':
        return this.lists.set('onboarding_steps', event.onboarding_steps);
      case 'drafts':
        return this.lists.applyDrafts(event);
      case 'saved_snippets':
        return this.lists.applySnippets(event);
      case 'scheduled_messages':
        return this.lists.applyScheduled(event);
      case 'reminders':
        return this.lists.applyReminders(event);
      case 'navigation_view':
        return this.lists.applyView(event);
      case 'user_settings':
        return this.lists.applySetting(event);
      case 'user_status':
        return this.lists.applyStatus(event);
      case 'typing_edit_message':
        return this.presence.applyEditing(event);
      case 'heartbeat':
      case 'restart':
        return;
      default:
        ignoreNewer(event);
    }
  }

  private applyMessage({ message, flags, local_message_id: localId }: EventOf<'message'>): void {
    const conversation = conversationOfMessage(message, this.me);
    const known: KnownMessage = { ...message, flags, ...(localId ? { localId } : {}) };
    this.messages.put([known]);
    this.windows.place([message.id]);
    this.organization.noteMessage(message.id);
    if (conversation.kind === 'topic') {
      this.channels.noteMessage(conversation.channelId, message.id);
      this.topicNews.noteMessage(conversation.channelId, conversation.topic, message.id);
    } else {
      const others = conversation.userIds.filter((id) => id !== this.me);
      this.lists.rememberConversation(others, message.id);
    }
    if (!flags.includes('read')) this.unreads.add(message.id, conversation, isMention(flags));
    if (flags.includes('starred')) this.lists.star([message.id], true);
    this.presence.setTyping(conversation, message.sender_id, false);
  }

  private applyUpdate(event: EventOf<'update_message'>): void {
    this.messages.edit(event);
    if (event.orig_subject !== undefined) this.applyMove(event, event.orig_subject);
    if (!event.rendering_only && event.content !== undefined)
      this.unreads.mark(event.message_id, isMention(event.flags));
    this.windows.place([event.message_id]);
  }

  private applyMove(event: EventOf<'update_message'>, before: string): void {
    const { message_ids: ids, stream_id, new_stream_id, subject, edit_timestamp } = event;
    const channelId = new_stream_id ?? stream_id!;
    const topic = subject ?? before;
    const name = this.channels.all.peek(channelId)?.name ?? '';
    this.messages.move(ids, channelId, name, topic, edit_timestamp);
    this.unreads.move(ids, { kind: 'topic', channelId, topic });
    this.windows.place(ids);
    for (const id of new Set([stream_id!, channelId])) this.topicNews.noteLoss(id);
    this.moved.value = {
      from: { kind: 'topic', channelId: stream_id!, topic: before },
      to: { kind: 'topic', channelId, topic },
      isWhole: event.propagate_mode === 'change_all',
    };
  }

  private applyDeletion({ message_ids: ids, ...event }: EventOf<'delete_message'>): void {
    if (event.message_type === 'stream') this.topicNews.noteLoss(event.stream_id);
    this.unreads.remove(ids);
    this.lists.star(ids, false);
    this.windows.remove(ids);
    this.messages.remove(ids);
  }

  private applyFlags(event: EventOf<'update_message_flags'>): void {
    const { op, flag, messages: ids } = event;
    if (flag === 'read') this.unreads.apply(event);
    if (flag === 'read' && event.all) return this.messages.readAll();
    if (flag === 'starred') this.lists.star(ids, op === 'add');
    this.messages.flag(ids, flag, op === 'add');
    if (flag === 'starred') this.windows.place(ids);
  }

  private applyUser(event: EventOf<'realm_user'>): void {
    this.people.applyUser(event);
    const { person } = event;
    if (event.op === 'update' && person.user_id === this.me) this.organization.describeOwn({ ...person });
    if (event.op === 'remove') {
      this.presence.remove(person.user_id);
      this.lists.applyStatus({
        ...{ id: event.id, type: 'user_status', user_id: person.user_id, away: false },
        ...{ status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' },
      });
    }
    if (event.op === 'update' && 'is_active' in person && !person.is_active) {
      this.channels.forgetUser(person.user_id);
      this.organization.forgetUser(person.user_id);
    }
  }
}

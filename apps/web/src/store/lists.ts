import { Signal, signal } from '@preact/signals-core';
import type { Snapshot } from '@parley/client';
import { EventOf, ignoreNewer } from './events';

/** Parts of the snapshot that are kept as they came: lists and words that change as a whole, or item by item. */
const partsOf = (snapshot: Snapshot) => ({
  alert_words: signal(snapshot.alert_words),
  muted_users: signal(snapshot.muted_users),
  realm_linkifiers: signal(snapshot.realm_linkifiers),
  realm_playgrounds: signal(snapshot.realm_playgrounds),
  realm_emoji: signal(snapshot.realm_emoji),
  custom_profile_fields: signal(snapshot.custom_profile_fields),
  onboarding_steps: signal(snapshot.onboarding_steps),
  drafts: signal(snapshot.drafts),
  saved_snippets: signal(snapshot.saved_snippets),
  scheduled_messages: signal(snapshot.scheduled_messages),
  reminders: signal(snapshot.reminders),
  navigation_views: signal(snapshot.navigation_views),
  starred_messages: signal(snapshot.starred_messages),
  recent_private_conversations: signal(snapshot.recent_private_conversations),
  user_settings: signal(snapshot.user_settings),
  user_status: signal(snapshot.user_status),
});
type Name = keyof ReturnType<typeof partsOf>;
type Part = Pick<Snapshot, Name>;
export type NavigationView = Part['navigation_views'][number];
export type KnownDraft = Part['drafts'][number];
export type UserSettings = Part['user_settings'];

/** Each has a signal of its own: most of the page reads the settings, and must not be drawn again when a draft is saved. */
type Parts = { readonly [N in Name]: Signal<Part[N]> };

export class Lists {
  private readonly parts: Parts;

  constructor(snapshot: Snapshot) {
    this.parts = partsOf(snapshot);
  }

  toSnapshot(): Part {
    const names = Object.keys(this.parts) as Name[];
    return Object.fromEntries(names.map((name) => [name, this.peek(name)] as const)) as Part;
  }

  get<N extends Name>(name: N): Part[N] {
    return this.parts[name].value;
  }

  peek<N extends Name>(name: N): Part[N] {
    return this.parts[name].peek();
  }

  set<N extends Name>(name: N, value: Part[N]): void {
    this.parts[name].value = value;
  }

  applyDrafts(event: EventOf<'drafts'>): void {
    const known = this.peek('drafts');
    switch (event.op) {
      case 'add':
        return this.set('drafts', [...known, ...event.drafts]);
      case 'update':
        return this.set('drafts', [...known.filter(({ id }) => id !== event.draft.id), event.draft]);
      case 'remove':
        return this.set(
          'drafts',
          known.filter(({ id }) => id !== event.draft_id),
        );
      default:
        ignoreNewer(event);
    }
  }

  applySnippets(event: EventOf<'saved_snippets'>): void {
    const known = this.peek('saved_snippets');
    switch (event.op) {
      case 'add':
      case 'update': {
        const { saved_snippet: snippet } = event;
        return this.set('saved_snippets', [...known.filter(({ id }) => id !== snippet.id), snippet]);
      }
      case 'remove':
        return this.set(
          'saved_snippets',
          known.filter(({ id }) => id !== event.saved_snippet_id),
        );
      default:
        ignoreNewer(event);
    }
  }

  applyScheduled(event: EventOf<'scheduled_messages'>): void {
    const known = this.peek('scheduled_messages');
    type Scheduled = Part['scheduled_messages'][number];
    switch (event.op) {
      case 'add':
        return this.set('scheduled_messages', [...known, ...(event.scheduled_messages as Scheduled[])]);
      case 'update': {
        const changed = event.scheduled_message as Scheduled;
        const others = known.filter((one) => one.scheduled_message_id !== changed.scheduled_message_id);
        return this.set('scheduled_messages', [...others, changed]);
      }
      case 'remove': {
        const { scheduled_message_id: gone } = event;
        return this.set(
          'scheduled_messages',
          known.filter((one) => one.scheduled_message_id !== gone),
        );
      }
      default:
        ignoreNewer(event);
    }
  }

  applyReminders(event: EventOf<'reminders'>): void {
    const known = this.peek('reminders');
    if (event.op === 'add') return this.set('reminders', [...known, ...(event.reminders as Part['reminders'])]);
    this.set(
      'reminders',
      known.filter(({ reminder_id }) => reminder_id !== event.reminder_id),
    );
  }

  applyView(event: EventOf<'navigation_view'>): void {
    const known = this.peek('navigation_views');
    switch (event.op) {
      case 'add':
        return this.set('navigation_views', [...known, event.navigation_view]);
      case 'update':
        return this.set(
          'navigation_views',
          known.map((view) => (view.fragment === event.fragment ? { ...view, ...event.data } : view)),
        );
      case 'remove':
        return this.set(
          'navigation_views',
          known.filter(({ fragment }) => fragment !== event.fragment),
        );
      default:
        ignoreNewer(event);
    }
  }

  applySetting({ property, value }: EventOf<'user_settings'>): void {
    const settings = this.peek('user_settings');
    if (property in settings) this.set('user_settings', { ...settings, [property]: value });
    // Drafts that are not to be the same everywhere stay with the client that they were written in.
    if (property === 'enable_drafts_synchronization' && value === false) this.set('drafts', []);
  }

  applyStatus({ user_id: userId, ...event }: EventOf<'user_status'>): void {
    const { [userId]: before = {}, ...others } = this.peek('user_status');
    const { away, status_text, emoji_name, emoji_code, reaction_type } = { ...before, ...event };
    const status = Object.fromEntries(
      Object.entries({ away, status_text, emoji_name, emoji_code, reaction_type }).filter(([, value]) => value),
    ) as Part['user_status'][string];
    this.set('user_status', Object.keys(status).length === 0 ? others : { ...others, [userId]: status });
  }

  isMutedUser(userId: number): boolean {
    return this.get('muted_users').some(({ id }) => id === userId);
  }

  star(ids: readonly number[], isStarred: boolean): void {
    const starred = new Set(this.peek('starred_messages'));
    for (const id of ids)
      if (isStarred) starred.add(id);
      else starred.delete(id);
    this.set('starred_messages', [...starred]);
  }

  /** A direct message makes its conversation the newest. @param others the participants but the user */
  rememberConversation(others: readonly number[], messageId: number): void {
    const key = others.join();
    const rest = this.peek('recent_private_conversations').filter(({ user_ids }) => user_ids.join() !== key);
    this.set('recent_private_conversations', [{ max_message_id: messageId, user_ids: [...others] }, ...rest]);
  }
}

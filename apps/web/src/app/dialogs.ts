import { signal } from '@preact/signals';
import { focusMessageNear } from '../timeline/focus';

/** What stands above the view. */
export type MessageDialogKind =
  'menu' | 'emoji' | 'move' | 'delete' | 'forward' | 'readers' | 'remind' | 'report' | 'source' | 'history';
export interface OpenedOnMessage {
  readonly kind: MessageDialogKind;
  readonly messageId: number;
}
export interface OpenedOnTopic {
  readonly kind: 'topic';
  readonly deed: 'move' | 'delete';
  readonly channelId: number;
  readonly topic: string;
  /** One of its messages. */
  readonly messageId: number;
}
export interface OpenedTopicMenu extends Omit<OpenedOnTopic, 'kind' | 'deed' | 'messageId'> {
  readonly kind: 'topicMenu';
  /** `null`: none is known. */
  readonly messageId: number | null;
}
export interface OpenedOnChannel {
  readonly kind: 'channel';
  readonly deed: 'leave' | 'color';
  readonly channelId: number;
}
export interface OpenedChannelMenu {
  readonly kind: 'channelMenu';
  readonly channelId: number;
}
export interface OpenedConversationMenu {
  readonly kind: 'conversationMenu';
  /** As in the narrow of the conversation. */
  readonly userIds: readonly number[];
}
export interface OpenedViewMenu {
  readonly kind: 'viewMenu';
  /** The identifier of the view on the server. */
  readonly fragment: string;
  readonly name: string;
}
export type Opened =
  | OpenedOnMessage
  | OpenedOnChannel
  | OpenedChannelMenu
  | OpenedConversationMenu
  | OpenedViewMenu
  | { readonly kind: 'keys' }
  | OpenedOnTopic
  | OpenedTopicMenu
  | { readonly kind: 'picture'; readonly link: HTMLAnchorElement }
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'group'; readonly groupId: number };

const SMALL: ReadonlySet<string> = new Set([
  ...['menu', 'topicMenu', 'channelMenu', 'conversationMenu', 'viewMenu', 'emoji', 'user', 'group'],
]);

/** Opens one dialog, menu or card at a time, and gives the focus back where it was. */
export class Dialogs {
  readonly opened = signal<Opened | null>(null);
  /** The message whose text is being changed. */
  readonly edited = signal<number | null>(null);
  /** What its text was changed to before; `null`: nothing. */
  changedText: string | null = null;
  /** What it was opened by; small ones stand beside it. */
  trigger: HTMLElement | null = null;

  /** @param trigger absent: what opened the one that is open now */
  open(opened: Opened, trigger?: Element | null): void {
    const focused = this.opened.peek() === null ? document.activeElement : this.trigger;
    const element = trigger ?? focused;
    this.trigger = element instanceof HTMLElement ? element : null;
    this.opened.value = opened;
  }

  close(): void {
    this.opened.value = null;
  }

  /** What stands beside a part of the view does not outlive it. */
  closeSmall(): void {
    if (SMALL.has(this.opened.peek()?.kind ?? '')) this.close();
  }

  /** @param changedText absent: the change begins with the text of the message */
  edit(messageId: number, changedText: string | null = null): void {
    this.opened.value = null;
    this.changedText = changedText;
    this.edited.value = messageId;
  }

  endEdit(): void {
    const id = this.edited.peek();
    this.edited.value = null;
    document.querySelector<HTMLElement>(`article[data-id="${id}"]`)?.focus({ preventScroll: true });
  }

  /** To be called when nothing is open any more: what lies behind an open dialog takes no focus. */
  giveFocusBack(): void {
    const { trigger } = this;
    const row = trigger?.closest<HTMLElement>('article[data-id]');
    if (trigger?.isConnected) trigger.focus({ preventScroll: true });
    else if (row) focusMessageNear(Number(row.dataset.id));
    else document.getElementById('main')?.focus({ preventScroll: true });
  }
}

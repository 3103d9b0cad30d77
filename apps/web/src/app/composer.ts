import { signal } from '@preact/signals';
import type { Conversation } from '../links/narrow';

/** A text that another view wants written into the form. */
export interface Insertion {
  readonly conversation: Conversation;
  readonly text: string;
  /** A part of the text is not there yet. */
  readonly placeholder?: Placeholder;
  /** The message that is answered. */
  readonly repliedToId?: number;
}

export interface Placeholder {
  /** Stands in its place until then. */
  readonly mark: string;
  readonly text: Promise<string>;
}

/** Hands texts to the form in which the user writes: a quoted message, or one that could not be sent. */
export class Composer {
  /** A message of this kind is to be written, wherever to. */
  readonly begun = signal<Conversation['kind'] | null>(null);
  readonly insertion = signal<Insertion | null>(null);

  /** Puts the text behind what is there, and the focus into the form. */
  insert(conversation: Conversation, text: string, more: Pick<Insertion, 'placeholder' | 'repliedToId'> = {}): void {
    this.insertion.value = { conversation, text, ...more };
  }
}

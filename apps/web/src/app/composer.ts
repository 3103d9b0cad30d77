import { signal } from '@preact/signals';
import type { Conversation } from '../links/narrow';

/** A text that another view wants written into the form. */
export interface Dictation {
  readonly conversation: Conversation;
  readonly text: string;
  /** A part of the text is not there yet. */
  readonly coming?: Coming;
  /** The message that is answered. */
  readonly answeredId?: number;
}

export interface Coming {
  /** Stands in its place until then. */
  readonly mark: string;
  readonly text: Promise<string>;
}

/** Hands texts to the form in which the user writes: a quoted message, or one that could not be sent. */
export class Composer {
  /** A message of this kind is to be written, wherever to. */
  readonly begun = signal<Conversation['kind'] | null>(null);
  readonly dictation = signal<Dictation | null>(null);

  /** Puts the text behind what is there, and the focus into the form. */
  dictate(conversation: Conversation, text: string, more: Pick<Dictation, 'coming' | 'answeredId'> = {}): void {
    this.dictation.value = { conversation, text, ...more };
  }
}

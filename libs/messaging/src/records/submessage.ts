import type { UserId } from '@app/kernel';

/** A submessage of a message with a widget; the first one is the widget itself. */
export interface Submessage {
  readonly id: number;
  readonly senderId: UserId;
  readonly type: string;
  /** JSON as text. */
  readonly content: string;
}

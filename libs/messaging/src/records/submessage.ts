import type { UserId } from '@app/kernel';

/** What somebody added to a message that is a widget, the widget itself among it. */
export interface Submessage {
  readonly id: number;
  readonly senderId: UserId;
  readonly type: string;
  /** JSON as text. */
  readonly content: string;
}

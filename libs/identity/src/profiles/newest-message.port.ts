import type { Actor } from '@app/platform';
import type { MessageId } from '@app/kernel';

/** Gives `GET /users/me` the newest message that a user received. The messaging context implements it. */
export abstract class NewestMessage {
  /** `null`: no message yet. */
  abstract of(actor: Actor): Promise<MessageId | null>;
}

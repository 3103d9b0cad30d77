import type { Actor } from '@app/platform';
import type { MessageId } from '@app/kernel';

/** The port by which `GET /users/me` learns the newest message that somebody received; messaging provides it globally. */
export abstract class NewestMessage {
  /** null: none yet. */
  abstract of(actor: Actor): Promise<MessageId | null>;
}

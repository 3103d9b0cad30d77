import type { KnownMessage } from '../store/messages';

/** What every dialog about a message is given. */
export interface MessageDialogProps {
  readonly message: KnownMessage;
}

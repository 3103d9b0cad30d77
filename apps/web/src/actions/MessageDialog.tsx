import { useEffect } from 'preact/hooks';
import { useClient } from '../app/client';
import type { OpenedOnMessage } from '../app/dialogs';
import { DeleteDialog } from './DeleteDialog';
import { EmojiPicker } from './EmojiPicker';
import { ForwardDialog } from './ForwardDialog';
import { HistoryDialog } from './HistoryDialog';
import { MessageMenu } from './MessageMenu';
import { MoveDialog } from './MoveDialog';
import { ReadersDialog } from './ReadersDialog';
import { RemindDialog } from './RemindDialog';
import { ReportDialog } from './ReportDialog';
import { SourceDialog } from './SourceDialog';

const DIALOGS = {
  menu: MessageMenu,
  emoji: EmojiPicker,
  move: MoveDialog,
  delete: DeleteDialog,
  forward: ForwardDialog,
  readers: ReadersDialog,
  remind: RemindDialog,
  report: ReportDialog,
  source: SourceDialog,
  history: HistoryDialog,
};

/** What is open about a message; it closes when the message is deleted. */
export function MessageDialog({ opened: { kind, messageId } }: { readonly opened: OpenedOnMessage }) {
  const { store, dialogs } = useClient();
  const message = store.messages.all.get(messageId);
  const isGone = !message;
  useEffect(() => {
    if (isGone) dialogs.close();
  }, [isGone]);
  const Part = DIALOGS[kind];
  return message ? <Part message={message} /> : null;
}

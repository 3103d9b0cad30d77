import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import type { Outbox, Pending } from '../server/outbox';
import { failureWords } from '../server/refusal';
import { narrowKey, narrowOf } from '../links/narrow';

/** A message can be taken back for so long. */
const UNDO_MS = 20_000;

interface UndoSend {
  readonly isOffered: boolean;
  noteSent(): void;
  undo(): void;
}

/**
 * What was just sent can be taken back into the form, until the user goes to another place; what is held can be, for as
 * long as it is. @param key of the narrow
 */
export function useUndoSend(key: string): UndoSend {
  const { outbox, composer, notices } = useClient();
  /** Counts what was sent and may be taken back. */
  const [undoable, setUndoable] = useState(0);
  useEffect(() => {
    if (undoable === 0) return;
    const timer = setTimeout(() => setUndoable(0), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undoable]);
  useLayoutEffect(() => {
    const sent = outbox.last.peek()?.conversation;
    // The form itself leads to where the message went.
    if (!sent || narrowKey(narrowOf(sent)) !== key) setUndoable(0);
  }, [key]);
  const write = (message: Pending | null) => message && composer.insert(message.conversation, message.content);
  const undo = () => {
    if (undoable === 0) return void write(outbox.takeHeld());
    setUndoable(0);
    outbox.undoSend().then(write, async (error: unknown) => notices.say(`${t.notUndone} ${await failureWords(error)}`));
  };
  return {
    isOffered: undoable > 0 || outbox.held.value !== null,
    noteSent: () => setUndoable(outbox.last.peek() === null ? 0 : undoable + 1),
    undo,
  };
}

/** What is said after a message went to another conversation than the one in view, called by its name. */
export function sentWords({ last, held }: Outbox, name: string): string {
  const due = last.peek() === null ? held.peek()?.heldUntil : undefined;
  return due === undefined ? t.sentTo(name) : t.heldTo(name, Math.ceil((due - Date.now()) / 1_000));
}

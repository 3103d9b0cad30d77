import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import type { Refusal } from '../server/refusal';
import { useFailure } from './failure';
import { isSame, RequestedChange, wasReplaced } from './requested-change';
import { s } from './words';

interface Saving {
  /** What the user chose and the server has not confirmed, or what is stored. */
  readonly shown: unknown;
  /** What the server said against the last try. */
  readonly failure: string | null;
  /** It was just saved. */
  readonly isSaved: boolean;
  change(value: unknown): void;
}

/** The event of a change comes with the answer. What the server stored in another form has none. */
const EVENT_MS = 5_000;
/** The word that something is saved waits for its event so long: what is done next begins with what is stored. */
const ARRIVAL_MS = 2_000;
/** The mark beside a control that it is saved. */
const MARK_MS = 4_000;

/**
 * Shows a choice at once, says that it was saved, and offers the way back; takes it back when the server refuses. The
 * way back is closed when another user has changed the setting since. What is chosen while a save is under way follows
 * it: of several choices the last one is saved, and nothing is said of the others.
 *
 * @param read what is stored now, also when the control has left the screen
 * @param requestFor what the server is told so that a value is stored; `undefined`: the server does not take it back
 * @param about names what is saved, where the notice is shown again
 */
export function useSaving(
  read: () => unknown,
  save: (value: unknown) => Promise<Refusal | null>,
  requestFor: (stored: unknown) => unknown = (value) => value,
  about?: string,
): Saving {
  const { notices } = useClient();
  const [chosen, setChosen] = useState<RequestedChange | null>(null);
  const [failure, report] = useFailure();
  const [isSaved, setSaved] = useState(false);
  const count = useRef(0);
  /** The last choice is not sent yet. */
  const isWaiting = useRef(false);
  const offered = useRef<{ readonly change: RequestedChange; readonly undo: () => void } | null>(null);
  const underWay = useRef(Promise.resolve());
  const stored = read();
  // Before the page is painted: a choice that waits stays, with what it is chosen instead of.
  useLayoutEffect(() => {
    // The store has moved on: what was chosen has come, or another user chose something else.
    setChosen((last) => (last && isWaiting.current ? { ...last, instead: stored } : null));
  }, [JSON.stringify(stored)]);
  useEffect(() => {
    const { change, undo } = offered.current ?? {};
    if (change && undo && wasReplaced(change, stored, requestFor) && notices.withdraw(undo))
      notices.say(s.changedMeanwhile);
  }, [JSON.stringify(stored)]);

  const drop = (change: RequestedChange) => setChosen((last) => (last === change ? null : last));
  const put = async (value: unknown, isUndo: boolean): Promise<void> => {
    const nth = ++count.current;
    const isLast = () => nth === count.current;
    // Its way back would meet this change, and take it for one of another user.
    if (offered.current) notices.withdraw(offered.current.undo);
    offered.current = null;
    report(null);
    setSaved(false);
    isWaiting.current = true;
    setChosen({ value, instead: read() });
    await underWay.current;
    if (!isLast()) return;
    isWaiting.current = false;
    const change = { value, instead: read() };
    setChosen(change);
    const refusal = await save(value);
    if (refusal) {
      drop(change);
      return isLast() ? report(refusal) : undefined;
    }
    setTimeout(() => drop(change), EVENT_MS);
    await moved(read, change.instead);
    if (!isLast()) return;
    setSaved(true);
    setTimeout(() => isLast() && setSaved(false), MARK_MS);
    const back = requestFor(change.instead);
    if (isUndo || back === undefined || wasReplaced(change, read(), requestFor)) return notices.say(s.saved);
    const undo = () => {
      if (wasReplaced(change, read(), requestFor)) return notices.say(s.changedMeanwhile);
      begin(back, true);
    };
    offered.current = { change, undo };
    notices.say(s.saved, undo, about);
  };
  /** One after the other. */
  const begin = (value: unknown, isUndo: boolean): void => {
    underWay.current = put(value, isUndo);
  };
  const isPending = chosen !== null && (isWaiting.current || isSame(chosen.instead, stored));
  return {
    shown: isPending ? chosen.value : stored,
    failure,
    isSaved,
    change: (value) => {
      if (!isSame(value, stored) || isPending) begin(value, false);
    },
  };
}

/** Resolves when something else is stored than before, or after a while: what the server has already has no event. */
function moved(read: () => unknown, before: unknown): Promise<void> {
  let stop = (): void => undefined;
  const isThere = new Promise<void>((resolve) => {
    setTimeout(resolve, ARRIVAL_MS);
    stop = effect(() => {
      if (!isSame(read(), before)) resolve();
    });
  });
  return isThere.then(() => stop());
}

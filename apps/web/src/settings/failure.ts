import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import type { Refusal } from '../server/refusal';

/** What the server said against the last try. A notice says it when the control has left the screen, as after an undo. */
export function useFailure(): [string | null, (refusal: Refusal | null) => void] {
  const { notices } = useClient();
  const [failure, setFailure] = useState<string | null>(null);
  const isGone = useRef(false);
  useEffect(() => () => void (isGone.current = true), []);
  const report = (refusal: Refusal | null) => {
    const text = refusal && (refusal.message === '' ? t.notReached : refusal.message);
    if (text !== null && isGone.current) notices.fail(text);
    else setFailure(text);
  };
  return [failure, report];
}

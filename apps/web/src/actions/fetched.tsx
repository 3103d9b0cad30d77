import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';

type FetchState<T> =
  { readonly state: 'waiting' } | { readonly state: 'failed' } | { readonly state: 'here'; readonly value: T };

/** What the server answers to a dialog that is opened. */
export function useFetched<T>(ask: () => Promise<T>): FetchState<T> {
  const [answer, setAnswer] = useState<FetchState<T>>({ state: 'waiting' });
  useEffect(() => {
    ask().then(
      (value) => setAnswer({ state: 'here', value }),
      () => setAnswer({ state: 'failed' }),
    );
  }, []);
  return answer;
}

interface Props<T> {
  readonly answer: FetchState<T>;
  readonly children: (value: T) => ComponentChildren;
}

export function Fetched<T>({ answer, children }: Props<T>) {
  if (answer.state === 'waiting') return <p aria-busy="true">{t.loading}</p>;
  if (answer.state === 'failed') return <p role="alert">{t.notReached}</p>;
  return <>{children(answer.value)}</>;
}

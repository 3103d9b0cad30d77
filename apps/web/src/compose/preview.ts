import { useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';

interface Preview {
  /** `null`: the text is shown as it is written. */
  readonly html: string | null;
  close(): void;
  toggle(text: string): void;
}

/** The text as others will see it. An answer of the server that comes after the preview was closed shows nothing. */
export function usePreview(): Preview {
  const { writing, notices } = useClient();
  const [html, setHtml] = useState<string | null>(null);
  const asked = useRef(0);
  const close = () => {
    asked.current++;
    setHtml(null);
  };
  const toggle = (text: string) => {
    if (html !== null) return close();
    const nth = ++asked.current;
    const ask = text.trim() === '' ? Promise.resolve('') : writing.render(text);
    void ask.then(
      (answer) => asked.current === nth && setHtml(answer),
      () => asked.current === nth && notices.say(t.noPreview),
    );
  };
  return { html, close, toggle };
}

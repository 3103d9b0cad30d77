import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const MISSING = 'parley:missing-part';

/** Calls a listener whenever a part of the page could not be loaded. */
export const onMissingPart = (listener: () => void): void => addEventListener(MISSING, listener);

/** A component whose code is loaded when it is shown for the first time. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      const show = (part: ComponentType<Props>) => {
        loaded = part;
        setPart(() => part);
      };
      // Another version was deployed, or the server is away: the next time tries again.
      void load().then(show, () => dispatchEvent(new Event(MISSING)));
    }, []);
    return Part && <Part {...props} />;
  };
}

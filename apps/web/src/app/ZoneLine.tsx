import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { remember, remembered } from '../ui/remembered';
import styles from './App.module.css';
import { useClient } from './client';

/** A setting of this browser: the zone for which the user has said no. */
const KEPT = 'parley-kept-zone';

/** Offers the time zone of the browser where the account has another one. */
export function ZoneLine() {
  const { store, settings, notices } = useClient();
  const [kept, setKept] = useState(() => remembered(KEPT));
  const { timezone: own, web_suggest_update_timezone: isWanted } = store.lists.get('user_settings');
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  if (store.isSpectator || !isWanted || own === '' || kept === zone || isSame(own, zone)) return null;
  const keep = () => {
    remember(KEPT, zone);
    setKept(zone);
    document.getElementById('main')!.focus({ preventScroll: true }); // the button that had it is gone
  };
  const follow = async () => {
    const refusal = await settings.changeOwn({ timezone: zone });
    if (refusal) notices.fail(refusal.message || t.offline);
    else document.getElementById('main')!.focus({ preventScroll: true });
  };
  return (
    <p class={styles.release}>
      {t.zoneDiffers(wordsOf(own), wordsOf(zone))}
      <button onClick={() => void follow()}>{t.followZone(wordsOf(zone))}</button>
      <button onClick={keep}>{t.keepZone(wordsOf(own))}</button>
    </p>
  );
}

const wordsOf = (zone: string): string => zone.replaceAll('_', ' ');

/** Zones with other names may have the same clock. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    const [of, ofOther] = [one, other].map((timeZone) => clockIn(timeZone));
    return of === ofOther;
  } catch {
    return true; // the browser does not know the zone
  }
}

/** In winter and in summer. */
const clockIn = (timeZone: string): string =>
  [0, 6]
    .map((month) => new Date(Date.UTC(new Date().getFullYear(), month, 1)))
    .map((day) => day.toLocaleString('en', { timeZone }))
    .join();

import { useClient } from '../app/client';
import { SettingRow } from './SettingRow';
import { Setting, SettingsPage, settingsOf } from './setting';
import styles from './settings.module.css';
import { s, wordsOf } from './words';

const PAGES: readonly SettingsPage[] = [
  'preferences',
  'notifications',
  'account-and-privacy',
  'organization-profile',
  'organization-settings',
  'organization-permissions',
  'auth-methods',
];

/** The settings whose label or choices have all words that the user looks for. */
export function Found({ wanted }: { readonly wanted: string }) {
  const client = useClient();
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = PAGES.flatMap((page) => settingsOf(client, page)).filter((setting) => {
    const text = textOf(setting);
    return words.every((word) => text.includes(word));
  });
  if (found.length === 0) return <p role="status">{s.nothingFound}</p>;
  return (
    <div class={styles.rows}>
      {found.map((setting) => (
        <SettingRow key={setting.id} setting={setting} />
      ))}
    </div>
  );
}

function textOf({ label, id, row: { control }, wordsOfChoices }: Setting): string {
  const choices = control.kind === 'choice' ? control.values : [];
  return [label, id, ...choices.map((value) => wordsOf(`${wordsOfChoices}_${value}`) ?? '')].join(' ').toLowerCase();
}

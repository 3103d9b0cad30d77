import { useClient } from '../app/client';
import { hrefOf } from '../app/router';
import { hashOf, ORGANIZATION_SECTIONS, PERSONAL_SECTIONS } from './sections';
import { SettingRow } from './SettingRow';
import { Setting, SettingsPage, settingsOf } from './setting';
import styles from './settings.module.css';
import { s, titleOf, wordsOf } from './words';

const PAGES: readonly SettingsPage[] = [
  'preferences',
  'notifications',
  'account-and-privacy',
  'organization-profile',
  'organization-settings',
  'organization-permissions',
  'auth-methods',
];

interface Props {
  readonly wanted: string;
  /** A section was chosen. */
  onGo(event: MouseEvent): void;
}

/** The sections whose title, and the settings whose label or choices, have all words that the user looks for. */
export function SearchResults({ wanted, onGo }: Props) {
  const client = useClient();
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const ofOrganization = client.store.own?.is_guest ? [] : ORGANIZATION_SECTIONS;
  const sections = [...PERSONAL_SECTIONS, ...ofOrganization].filter((section) => isWanted(titleOf(section)));
  const found = PAGES.flatMap((page) => settingsOf(client, page)).filter((setting) => isWanted(textOf(setting)));
  if (sections.length + found.length === 0) return <p role="status">{s.nothingFound}</p>;
  return (
    <>
      {sections.length > 0 && (
        <ul role="list" aria-label={s.sectionsFound}>
          {sections.map((section) => (
            <li key={section}>
              <a class={styles.link} href={hrefOf({ view: 'settings', section: hashOf(section) })} onClick={onGo}>
                {titleOf(section)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div class={styles.rows}>
        {found.map((setting) => (
          <SettingRow key={setting.id} setting={setting} />
        ))}
      </div>
    </>
  );
}

function textOf({ label, id, row: { control }, wordsOfChoices }: Setting): string {
  const choices = control.kind === 'choice' ? control.values : [];
  return [label, id, ...choices.map((value) => wordsOf(`${wordsOfChoices}_${value}`) ?? '')].join(' ');
}

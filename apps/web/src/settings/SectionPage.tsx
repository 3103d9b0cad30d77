import { type ComponentType, Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { useClient } from '../app/client';
import { AccountForms } from './personal/AccountForms';
import { AlertWords } from './personal/AlertWords';
import { ChannelNotices } from './personal/ChannelNotices';
import { DraftsPage } from './personal/DraftsPage';
import { Channels } from './channels/Channels';
import { DefaultChannels } from './channels/DefaultChannels';
import { Folders } from './channels/Folders';
import { AuditLog } from './oversight/AuditLog';
import { Exports } from './oversight/Exports';
import { Reports } from './oversight/Reports';
import { ServerFacts } from './oversight/ServerFacts';
import { RetentionPreview } from './organization/RetentionPreview';
import { Pictures } from './organization/Pictures';
import { ProfileFields } from './fields/ProfileFields';
import { CustomEmoji } from './organization/CustomEmoji';
import { EmailDomains } from './organization/EmailDomains';
import { Explain } from './organization/Explain';
import { Groups } from './organization/Groups';
import { FirstStepsGuide } from './first-steps/FirstStepsGuide';
import { ImportPeople } from './imports/ImportPeople';
import { Invitations } from './organization/Invitations';
import { Linkifiers } from './organization/Linkifiers';
import { Providers } from './providers/Providers';
import { MutedUsers } from './personal/MutedUsers';
import { OwnBots } from './personal/OwnBots';
import { Playgrounds } from './organization/Playgrounds';
import { Profile } from './personal/Profile';
import type { SectionProps } from './section-props';
import type { Section } from './sections';
import { SecondFactors } from './personal/SecondFactors';
import { Sessions } from './personal/Sessions';
import { SettingRow } from './SettingRow';
import { SettingsPage, settingsOf } from './setting';
import styles from './settings.module.css';
import { TopicPolicies } from './personal/TopicPolicies';
import { Uploads } from './personal/Uploads';
import { OrganizationBots } from './users/OrganizationBots';
import { Users } from './users/Users';
import { s, titleOf } from './words';

/** Sections that are more than rows of the table. */
const OWN: Readonly<Partial<Record<Section, ComponentType<SectionProps>>>> = {
  profile: Profile,
  'alert-words': AlertWords,
  'muted-users': MutedUsers,
  topics: TopicPolicies,
  'uploaded-files': Uploads,
  drafts: DraftsPage,
  'your-bots': OwnBots,
  sessions: Sessions,
  'second-factors': SecondFactors,
  channels: Channels,
  reports: Reports,
  'audit-log': AuditLog,
  'data-exports-admin': Exports,
  server: ServerFacts,
  'company-login': Providers,
  'channel-folders': Folders,
  'default-channels-list': DefaultChannels,
  'profile-field-settings': ProfileFields,
  users: Users,
  bots: OrganizationBots,
  invitations: Invitations,
  import: ImportPeople,
  'first-steps': FirstStepsGuide,
  'user-groups': Groups,
  'emoji-settings': CustomEmoji,
  'linkifier-settings': Linkifiers,
  'playground-settings': Playgrounds,
  explain: Explain,
};

/** One section: its title, its rows of the table, and what it has besides. */
export function SectionPage({ section, detail }: { readonly section: Section } & SectionProps) {
  const Own = OWN[section];
  // Links may name a setting of the section.
  useEffect(() => document.getElementById(detail ?? '')?.focus(), [section, detail]);
  return (
    <>
      <h1>{titleOf(section)}</h1>
      {section === 'organization-level-user-defaults' && <p>{s.newcomersHelp}</p>}
      {Own ? <Own detail={detail} /> : <Rows page={section as SettingsPage} />}
      {section === 'organization-profile' && <Pictures />}
      {section === 'organization-settings' && <RetentionPreview />}
      {section === 'account-and-privacy' && <AccountForms />}
      {section === 'notifications' && <ChannelNotices />}
    </>
  );
}

function Rows({ page }: { readonly page: SettingsPage }) {
  const client = useClient();
  return (
    <div class={styles.rows}>
      {settingsOf(client, page).map((setting) => (
        <Fragment key={setting.id}>
          <SettingRow setting={setting} />
          {setting.id === 'realm_emails_restricted_to_domains' && <EmailDomains />}
        </Fragment>
      ))}
    </div>
  );
}

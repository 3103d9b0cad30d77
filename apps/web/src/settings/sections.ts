/** The parts of the page, by the words that links name them with. */
export const PERSONAL_SECTIONS = [
  'profile',
  'account-and-privacy',
  'preferences',
  'notifications',
  'alert-words',
  'muted-users',
  'topics',
  'uploaded-files',
  'drafts',
  'your-bots',
  'sessions',
  'second-factors',
] as const;
export const ORGANIZATION_SECTIONS = [
  'organization-profile',
  'organization-settings',
  'organization-permissions',
  'auth-methods',
  'company-login',
  'organization-level-user-defaults',
  'channels',
  'channel-folders',
  'default-channels-list',
  'profile-field-settings',
  'users',
  'bots',
  'invitations',
  'import',
  'first-steps',
  'user-groups',
  'emoji-settings',
  'linkifier-settings',
  'playground-settings',
  'explain',
  'reports',
  'audit-log',
  'data-exports-admin',
  'server',
] as const;
export type Section = (typeof PERSONAL_SECTIONS)[number] | (typeof ORGANIZATION_SECTIONS)[number];

/**
 * @param path `settings/preferences`, `organization/users/active` or the like. Part of a name will do, as `permissions`;
 * what is not known is the first section
 */
export function sectionOf(path: string): Section {
  const [first, name = ''] = path.split('/');
  const sections: readonly Section[] = first === 'organization' ? ORGANIZATION_SECTIONS : PERSONAL_SECTIONS;
  const words = name.toLowerCase().split(/[^a-z]+/);
  return (
    sections.find((section) => section === name) ??
    sections.find((section) => words.every((word) => isIn(section, word))) ??
    sections.find((section) => words.some((word) => isIn(section, word))) ??
    sections[0]!
  );
}

/** In the singular or the plural. */
const isIn = (section: Section, word: string): boolean =>
  word !== '' && section.split('-').some((one) => one.startsWith(word) || word.startsWith(one));

export const hashOf = (section: Section): string =>
  ORGANIZATION_SECTIONS.some((one) => one === section) ? `organization/${section}` : `settings/${section}`;

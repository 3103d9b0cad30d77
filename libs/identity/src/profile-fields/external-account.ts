/** A site of which everybody knows how its accounts are linked. */
export interface ExternalAccount {
  readonly name: string;
  /** What the site is called. */
  readonly text: string;
  readonly hint: string;
  readonly url_pattern: string;
}

/** Where the name of the account stands in a pattern. */
export const USERNAME = '%(username)s';

/** By the word that a field names one with. */
export const EXTERNAL_ACCOUNTS: Readonly<Record<string, ExternalAccount>> = {
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: `https://github.com/${USERNAME}`,
  },
  gitlab: {
    name: 'GitLab username',
    text: 'GitLab',
    hint: '',
    url_pattern: `https://gitlab.com/${USERNAME}`,
  },
  linkedin: {
    name: 'LinkedIn profile',
    text: 'LinkedIn',
    hint: '',
    url_pattern: `https://www.linkedin.com/in/${USERNAME}`,
  },
  twitter: {
    name: 'Twitter username',
    text: 'Twitter',
    hint: '',
    url_pattern: `https://x.com/${USERNAME}`,
  },
};

/** Any other site: the field brings a pattern of its own. */
export const CUSTOM_ACCOUNT = 'custom';

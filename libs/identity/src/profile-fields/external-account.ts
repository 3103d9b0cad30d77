/** A website with a known address format for its accounts. */
export interface ExternalAccount {
  readonly name: string;
  /** The name of the site. */
  readonly text: string;
  readonly hint: string;
  readonly url_pattern: string;
}

/** The place of the account name in a pattern. */
export const USERNAME = '%(username)s';

/** By the key that a field contains. */
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

/** For any other site. The field contains its own pattern. */
export const CUSTOM_ACCOUNT = 'custom';

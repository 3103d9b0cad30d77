/** The sentences of a test, with what they name. Clients with words of their own know them by their codes. */
const SENTENCES = {
  described: ({ name }) => `The provider describes itself as ${name}.`,
  not_confirmed: ({ provider }) => `${provider} has not confirmed this login: please try again`,
  searches: () => 'The directory answers, and lets the account search.',
  no_people: () => 'It finds no people under base with the filter.',
  found: ({ entry }) => `It finds ${entry}.`,
  without_id: () => 'Some people have neither an entryUUID nor an objectGUID.',
  no_answer: ({ provider, reason }) => `${provider} does not answer: ${reason}`,
  named: ({ name }) => `The provider names itself ${name}.`,
  certificate: ({ certificate, until }) => `The certificate ${certificate} is valid until ${until}.`,
  certificate_ends: ({ certificate, until }) =>
    `The certificate ${certificate} is valid until ${until}: give new metadata soon.`,
  certificate_invalid: ({ certificate }) =>
    `The certificate ${certificate} is not valid now: nothing that it signs is accepted.`,
  metadata_valid: ({ until }) => `Its metadata are valid until ${until}.`,
  metadata_over: ({ until }) => `Its metadata were valid until ${until}.`,
  takes_logouts: () => 'It takes requests to log out.',
  takes_no_logouts: () => 'It takes no requests to log out.',
  signs: ({ certificate, until }) => `This server signs with the certificate ${certificate}, valid until ${until}.`,
  will_sign: ({ certificate, until }) =>
    `This server will sign after the switch with the certificate ${certificate}, valid until ${until}.`,
  metadata_read: () => 'Its metadata were read anew.',
  metadata_of_another: ({ url, name }) => `${url} describes another provider: ${name}.`,
  metadata_not_read: ({ reason }) => `Its metadata were not read: ${reason}.`,
} satisfies Record<string, (named: Readonly<Record<string, string>>) => string>;

export type FindingCode = keyof typeof SENTENCES;
export const FINDING_CODES = Object.keys(SENTENCES) as FindingCode[];

/** What was asked of a provider, and what came of it. */
export interface Finding {
  readonly code: FindingCode;
  /** What the sentence names, such as a certificate. */
  readonly values: Readonly<Record<string, string>>;
  /** The sentence in English. */
  readonly text: string;
}

export const finding = (code: FindingCode, values: Readonly<Record<string, string>> = {}): Finding => ({
  code,
  values,
  text: SENTENCES[code](values),
});

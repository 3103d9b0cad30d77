export const MINUTE = 60;

type Change = (issuer: string) => object;

/** What one attack changes. */
interface Switch {
  /** Of what the browser brings back. */
  readonly query?: Change;
  /** Of the id token; `undefined` leaves a claim out. */
  readonly claims?: Change;
  readonly header?: object;
  /** The id token is signed by a key that the provider does not publish. */
  readonly isForeign?: boolean;
  readonly userInfo?: Change;
  readonly discovery?: Change;
  /** Paths that never answer, lead elsewhere, or answer with 20 MB. */
  readonly silent?: string;
  readonly redirected?: string;
  readonly huge?: string;
}

const now = () => Math.floor(Date.now() / 1000);
const DISCOVERY = '/.well-known/openid-configuration';

/** Answers with which a provider may let no person in. */
const OF_LOGINS = {
  'another issuer in the callback': { query: () => ({ iss: 'https://evil.example' }) },
  'no issuer in the callback': { query: () => ({ iss: '' }) },
  'a code that it never gave': { query: () => ({ code: 'of another browser' }) },
  'another issuer in the token': { claims: () => ({ iss: 'https://evil.example' }) },
  'the issuer of an Entra tenant that is not named': {
    claims: () => ({ iss: 'https://login.example/{tenantid}/v2.0' }),
  },
  'another audience': { claims: () => ({ aud: 'another client' }) },
  'a list of other audiences': { claims: () => ({ aud: ['one client', 'another client'] }) },
  'no audience': { claims: () => ({ aud: undefined }) },
  'another authorized party': { claims: () => ({ aud: ['parley', 'another client'], azp: 'another client' }) },
  'another authorized party of one audience': { claims: () => ({ azp: 'another client' }) },
  'no authorized party of two audiences': { claims: () => ({ aud: ['parley', 'another client'] }) },
  'a token that has expired': { claims: () => ({ exp: now() - 2 * MINUTE }) },
  'a token without an expiry': { claims: () => ({ exp: undefined }) },
  'a token of later': { claims: () => ({ nbf: now() + 10 * MINUTE }) },
  'a clock that is ten minutes fast': { claims: () => ({ iat: now() + 10 * MINUTE, exp: now() + 20 * MINUTE }) },
  'a clock that is ten minutes slow': { claims: () => ({ iat: now() - 10 * MINUTE, exp: now() + 20 * MINUTE }) },
  'no time of issue': { claims: () => ({ iat: undefined }) },
  'the nonce of another login': { claims: () => ({ nonce: 'of another login' }) },
  'no nonce': { claims: () => ({ nonce: undefined }) },
  'an unsigned token': { header: { alg: 'none' } },
  'a token that is signed with the public key': { header: { alg: 'HS256' } },
  'a token of an unknown key': { header: { kid: 'unknown' }, isForeign: true },
  'a token of another key': { isForeign: true },
  'no subject': { claims: () => ({ sub: undefined }) },
  'an empty subject': { claims: () => ({ sub: '' }), userInfo: () => ({ sub: '' }) },
  'a subject of 10 kB': { claims: () => ({ sub: 'x'.repeat(10_000) }), userInfo: () => ({ sub: 'x'.repeat(10_000) }) },
  'a subject with NUL': { claims: () => ({ sub: 'a\0b' }), userInfo: () => ({ sub: 'a\0b' }) },
  'a subject that is a number': { claims: () => ({ sub: 7 }), userInfo: () => ({ sub: 7 }) },
  'facts about somebody else': { userInfo: () => ({ sub: 'somebody else' }) },
  'no answer for the code': { silent: '/token' },
  'no answer about the person': { silent: '/userinfo' },
  'no answer with its keys': { silent: '/jwks' },
  'a redirect for the code': { redirected: '/token' },
  'a redirect about the person': { redirected: '/userinfo' },
  '20 MB about the person': { huge: '/userinfo' },
} satisfies Record<string, Switch>;

/** Descriptions with which no login may begin. */
const OF_BEGINNINGS = {
  'a description of another issuer': { discovery: () => ({ issuer: 'https://evil.example' }) },
  'a description without keys': { discovery: () => ({ jwks_uri: undefined }) },
  'a login page that is a script': { discovery: () => ({ authorization_endpoint: 'javascript:alert(1)' }) },
  'a login page that is a file': { discovery: () => ({ authorization_endpoint: 'file:///etc/passwd' }) },
  'a redirect for its description': { redirected: DISCOVERY },
  'a description of 20 MB': { huge: DISCOVERY },
  'no description': { silent: DISCOVERY },
} satisfies Record<string, Switch>;

/** What a provider may do, and which ends no login. */
const HARMLESS = {
  'no page for logouts': { discovery: () => ({ end_session_endpoint: undefined }) },
  'a token of 10 kB': { claims: () => ({ picture: 'x'.repeat(10_000) }) },
} satisfies Record<string, Switch>;

export const ATTACKS: Readonly<Record<Attack, Switch>> = { ...OF_LOGINS, ...OF_BEGINNINGS, ...HARMLESS };
export type Attack = keyof typeof OF_LOGINS | keyof typeof OF_BEGINNINGS | keyof typeof HARMLESS;
export const ATTACKS_ON_LOGINS = Object.keys(OF_LOGINS) as (keyof typeof OF_LOGINS)[];
export const ATTACKS_ON_BEGINNINGS = Object.keys(OF_BEGINNINGS) as (keyof typeof OF_BEGINNINGS)[];

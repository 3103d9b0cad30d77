import { assertUsable } from './oidc-checks';

const ADDRESSES = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const;

const descriptionAt = (origin: string, changes: object = {}) => ({
  ...Object.fromEntries(ADDRESSES.map((name) => [name, `${origin}/${name}`])),
  ...changes,
});

describe('The description of a provider', () => {
  const [encrypted, plain] = ['https://corp.example.org', 'http://127.0.0.1:9000'];

  it('may have the addresses of its issuer, and none for logouts and facts', () => {
    const fewer = { userinfo_endpoint: undefined, end_session_endpoint: undefined };
    for (const issuer of [encrypted, plain]) {
      expect(() => assertUsable(descriptionAt(issuer), issuer)).not.toThrow();
      expect(() => assertUsable(descriptionAt(issuer, fewer), issuer)).not.toThrow();
    }
  });

  it.each(ADDRESSES)('may not lead an encrypted issuer to an %s that is not encrypted, or to a script', (name) => {
    for (const address of [`http://corp.example.org/${name}`, 'HTTP://corp.example.org', 'javascript:alert(1)', 'x'])
      for (const issuer of [encrypted, 'HTTPS://corp.example.org'])
        expect(() => assertUsable(descriptionAt(encrypted, { [name]: address }), issuer)).toThrow();
    expect(() => assertUsable(descriptionAt(plain, { [name]: 'javascript:alert(1)' }), plain)).toThrow();
    expect(() => assertUsable(descriptionAt(plain, { [name]: `${encrypted}/${name}` }), plain)).not.toThrow();
  });
});

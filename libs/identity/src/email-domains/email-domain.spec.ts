import { domainOf, emailDomain, isAdmitted, isDisposable } from './email-domain';
import { EmailDomainIsInvalid } from './organization-domain.errors';

describe('domains of addresses', () => {
  it('are stored in lower case', () => {
    expect(emailDomain(' Mail.Example.ORG ')).toBe('mail.example.org');
    expect(domainOf('"a@b"@Example.org')).toBe('example.org');
  });

  it.each(['', 'org', 'a..org', '-a.org', 'a-.org', 'a b.org', 'a@b.org', 'a.org.', `${'x'.repeat(64)}.org`, 'ä.org'])(
    'are names with a dot: %j is not',
    (text) => {
      expect(() => emailDomain(text)).toThrow(EmailDomainIsInvalid);
    },
  );

  it('admit listed domains, and subdomains only if the entry allows them', () => {
    const admitted = [
      { domain: 'a.org', allowSubdomains: false },
      { domain: 'b.org', allowSubdomains: true },
    ];
    const fits = ['a.org', 'x.a.org', 'b.org', 'x.y.b.org', 'evilb.org', 'org'].map((one) => isAdmitted(one, admitted));
    expect(fits).toEqual([true, false, true, true, false, false]);
  });

  it('are disposable if a list says so, some with all their subdomains', () => {
    const answers = ['mailinator.com', '33m.co', 'deep.below.33m.co', 'example.org', 'co'].map(isDisposable);
    expect(answers).toEqual([true, true, true, false, false]);
  });
});

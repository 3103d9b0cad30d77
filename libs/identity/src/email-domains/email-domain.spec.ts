import { domainOf, emailDomain, isAdmitted, isDisposable } from './email-domain';
import { EmailDomainIsInvalid } from './organization-domain.errors';

describe('domains of addresses', () => {
  it('are kept in small letters', () => {
    expect(emailDomain(' Mail.Example.ORG ')).toBe('mail.example.org');
    expect(domainOf('"a@b"@Example.org')).toBe('example.org');
  });

  it.each(['', 'org', 'a..org', '-a.org', 'a-.org', 'a b.org', 'a@b.org', 'a.org.', `${'x'.repeat(64)}.org`, 'ä.org'])(
    'are names with a dot: %j is none',
    (text) => {
      expect(() => emailDomain(text)).toThrow(EmailDomainIsInvalid);
    },
  );

  it('admit what is listed, and what is below only where that is said', () => {
    const admitted = [
      { domain: 'a.org', allowSubdomains: false },
      { domain: 'b.org', allowSubdomains: true },
    ];
    const fits = ['a.org', 'x.a.org', 'b.org', 'x.y.b.org', 'evilb.org', 'org'].map((one) => isAdmitted(one, admitted));
    expect(fits).toEqual([true, false, true, true, false, false]);
  });

  it('are disposable when a list says so, with all below some of them', () => {
    const answers = ['mailinator.com', '33m.co', 'deep.below.33m.co', 'example.org', 'co'].map(isDisposable);
    expect(answers).toEqual([true, true, true, false, false]);
  });
});

import { Clock, type OrganizationId } from '@app/kernel';
import { OneTimePad } from '@app/identity';
import { Secrets } from '@app/platform';
import { type PasskeyStep, PasskeySteps } from './passkey-steps.service';

const PAD = 'ab'.repeat(32);
const HERE = 1 as OrganizationId;

class MovedClock extends Clock {
  at = Date.parse('2026-11-24T12:00:00Z');
  override now = () => new Date(this.at);
}

describe('logins with a passkey that have begun', () => {
  const clock = new MovedClock();
  const secrets = new Secrets({ secretKey: 'of this server', dataDirectory: '' });
  const steps = new PasskeySteps(secrets, clock);
  const step: PasskeyStep = { organizationId: HERE, challenge: 'abc', next: '/#narrow', pad: OneTimePad.from(PAD) };

  it('are in their token, with the app that waits', () => {
    const found = steps.open(HERE, steps.seal(step));
    expect(found).toMatchObject({ challenge: 'abc', next: '/#narrow' });
    expect([found?.pad?.hex, found?.pad?.kind]).toEqual([PAD, 'mobile']);
  });

  it('are of one organization, and of one server', () => {
    const token = steps.seal(step);
    expect(steps.open(2 as OrganizationId, token)).toBeNull();
    const others = new PasskeySteps(new Secrets({ secretKey: 'of another server', dataDirectory: '' }), clock);
    expect(others.open(HERE, token)).toBeNull();
  });

  it('are over after ten minutes', () => {
    const token = steps.seal(step);
    clock.at += 599_000;
    expect(steps.open(HERE, token)).not.toBeNull();
    clock.at += 1_000;
    expect(steps.open(HERE, token)).toBeNull();
  });

  it.each([['passkey.'], ['passkey.AAAA'], ['abc'], ['']])('are not in %p', (token) => {
    expect(steps.open(HERE, token)).toBeNull();
  });

  it('are in no token that was changed, or that holds another sealed value', () => {
    expect(steps.open(HERE, steps.seal(step).slice(0, -8))).toBeNull();
    const value = JSON.stringify({ organizationId: HERE, challenge: 'abc', next: '/', until: 9e9 });
    expect(steps.open(HERE, `passkey.${secrets.seal(value).toString('base64url')}`)).toBeNull();
  });

  it('lead to the first page where the path would make the cookie too long', () => {
    const long = `/${'"'.repeat(1_999)}`;
    const token = steps.seal({ ...step, next: long });
    expect(token.length).toBeLessThan(4_000);
    expect(steps.open(HERE, token)?.next).toBe('/');
    expect(steps.open(HERE, steps.seal({ ...step, next: `/${'x'.repeat(1_999)}` }))?.next).toHaveLength(2_000);
  });
});

import * as fc from 'fast-check';
import { registrationOutcome, secondsUntilNext } from './registration-outcome';
import type { RelayResponse } from '../relay/relay-response';

const refused = (status: number, code: string | null, retryAfterSeconds: number | null = null): RelayResponse => ({
  kind: 'refused',
  status,
  code,
  body: {},
  retryAfterSeconds,
});

describe('registrationOutcome', () => {
  it('is an active device if the relay returns an id, with all its digits', () => {
    const response: RelayResponse = { kind: 'done', body: { device_id: 9_223_372_036_854_775_807n } };
    expect(registrationOutcome(response)).toEqual({ is: 'active', deviceId: 9_223_372_036_854_775_807n });
  });

  it.each([[undefined], ['7'], [7.5], [9_223_372_036_854_775_808n], [null]])(
    'is no device if the id is %p: the registration is sent again',
    (device_id) => expect(registrationOutcome({ kind: 'done', body: { device_id } }).is).toBe('deferred'),
  );

  it.each([
    [400, 'INVALID_BOUNCER_PUBLIC_KEY', 'INVALID_BOUNCER_PUBLIC_KEY'],
    [400, 'REQUEST_EXPIRED', 'REQUEST_EXPIRED'],
    [400, 'BAD_REQUEST', 'BAD_REQUEST'],
    [400, 'SOMETHING_NEW', 'BAD_REQUEST'],
    [413, 'TOO_LONG', 'BAD_REQUEST'],
    [400, null, 'BAD_REQUEST'],
  ])('is a permanent failure after %i %s', (status, code, errorCode) =>
    expect(registrationOutcome(refused(status, code))).toEqual({ is: 'failed', errorCode }),
  );

  it.each<[string, RelayResponse]>([
    ['wrong credentials', refused(401, 'INVALID_ZULIP_SERVER')],
    ['credentials that a proxy refuses', refused(401, null)],
    ['an unknown organization', refused(403, 'MISSING_REMOTE_REALM')],
    ["another server's organization", refused(403, 'REMOTE_REALM_SERVER_MISMATCH_ERROR')],
    ['a plan that does not do', refused(403, 'PUSH_NOTIFICATIONS_DISALLOWED')],
    ['another page at that address', refused(404, null)],
    ['a redirect', refused(302, null)],
    ['too many requests', refused(429, 'RATE_LIMIT_HIT', 9)],
    ['a relay that is away', { kind: 'unreachable', reason: 'refused' }],
    ['a relay that is broken', { kind: 'broken', status: 503, retryAfterSeconds: 20 }],
  ])('is deferred by %s', (_, response) => expect(registrationOutcome(response).is).toBe('deferred'));

  it('respects the time that the relay requests', () => {
    expect(registrationOutcome(refused(429, 'RATE_LIMIT_HIT', 90))).toMatchObject({ notBefore: 90 });
  });
});

describe('secondsUntilNext', () => {
  it('grows with each attempt, up to a minute', () => {
    expect([1, 2, 3, 7, 100].map((attempts) => secondsUntilNext(attempts, 0))).toEqual([1, 2, 4, 60, 60]);
  });

  it('is never shorter than the relay requests, nor longer than an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), (attempts, notBefore) => {
        const seconds = secondsUntilNext(attempts, notBefore);
        expect(seconds).toBeGreaterThanOrEqual(Math.min(notBefore, 3_600));
        expect(seconds).toBeLessThanOrEqual(3_600);
      }),
    );
  });
});

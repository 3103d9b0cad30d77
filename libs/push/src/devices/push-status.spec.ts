import { deviceIdsIn, statusIn } from './push-status';
import type { RelayResponse } from '../relay/relay-response';

const done = (body: Record<string, unknown>): RelayResponse => ({ kind: 'done', body });
const refused = (code: string): RelayResponse => ({
  kind: 'refused',
  status: 403,
  code,
  body: {},
  retryAfterSeconds: null,
});

describe('statusIn', () => {
  it('is what the relay says, to whole seconds', () => {
    const said = { can_push: true, expected_end_timestamp: 1_790_000_000n };
    expect(statusIn(done({ realm_push_status: said }))).toEqual({ isEnabled: true, endsAt: 1_790_000_000 });
    expect(statusIn(done({ push_status: { can_push: true, expected_end_timestamp: 5.7 } }))?.endsAt).toBe(5);
    expect(statusIn(done({ can_push: true, expected_end_timestamp: null }))?.endsAt).toBeNull();
  });

  it('has no end if notifications do not work', () => {
    const said = { can_push: false, expected_end_timestamp: 1_790_000_000n };
    expect(statusIn(done({ realm_push_status: said }))).toEqual({ isEnabled: false, endsAt: null });
  });

  it.each(['MISSING_REMOTE_REALM', 'PUSH_NOTIFICATIONS_DISALLOWED'])('is off after %s', (code) =>
    expect(statusIn(refused(code))).toEqual({ isEnabled: false, endsAt: null }),
  );

  it.each<[string, RelayResponse]>([
    ['an answer without one', done({ device_id: 1n })],
    ['one that makes no sense', done({ realm_push_status: { can_push: 'yes' } })],
    ['wrong credentials', refused('INVALID_ZULIP_SERVER')],
    ['a relay that is away', { kind: 'unreachable', reason: 'no' }],
  ])('is unknown after %s', (_, response) => expect(statusIn(response)).toBeNull());
});

describe('deviceIdsIn', () => {
  it('leaves out invalid ids', () => {
    expect(deviceIdsIn({ delete_device_ids: [1n, '2', 3.5, null, -4n, 2n ** 63n] }, 'delete_device_ids')).toEqual([
      1n,
      -4n,
    ]);
    expect(deviceIdsIn({ delete_device_ids: 'all' }, 'delete_device_ids')).toEqual([]);
    expect(deviceIdsIn({}, 'failed_device_ids')).toEqual([]);
  });
});

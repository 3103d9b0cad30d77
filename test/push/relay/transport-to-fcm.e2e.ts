import type { OutgoingNotification, Transport } from '../../../apps/push-relay/src/notifications/notification';
import { readServiceAccount } from '../../../apps/push-relay/src/transports/fcm/service-account';
import { FcmServer } from '../../support/push/fcm-server';
import { ACCOUNT_ID, outgoing, SEALED, TransportStage } from '../../support/push/transport-stage';

/** The relay's transport to Android devices, against a service that checks the protocol. */
describe('the transport to FCM', () => {
  let stage: TransportStage;
  let fcm: FcmServer;
  beforeEach(async () => void (fcm = await FcmServer.start()));
  afterEach(async () => {
    await fcm.stop();
    expect(fcm.faults).toEqual([]);
  });
  function way(): Transport {
    stage = new TransportStage({ fcm: { account: readServiceAccount(fcm.serviceAccount), url: fcm.url } });
    return stage.to('fcm');
  }
  const forFcm = (more: Partial<OutgoingNotification> = {}) =>
    outgoing({ payload: { push_account_id: String(ACCOUNT_ID), encrypted_data: SEALED }, ...more });

  it('sends the encrypted data and nothing else, with one access token for many', async () => {
    const batch = [forFcm({ token: 'one' }), forFcm({ token: 'two', priority: 'normal' }), forFcm({ token: 'three' })];
    expect(await way().send(batch)).toEqual(['sent', 'sent', 'sent']);
    const data = { push_account_id: '9007199254740993', encrypted_data: SEALED };
    expect([...fcm.taken.all].sort((a, b) => a.token.localeCompare(b.token))).toEqual([
      { token: 'one', data, priority: 'high' },
      { token: 'three', data, priority: 'high' },
      { token: 'two', data, priority: 'normal' },
    ]);
    expect(fcm.tokensGiven).toBe(1);
  });

  it('requests a new access token before the old one expires, and when it is revoked', async () => {
    const open = way();
    fcm.tokenSeconds = 62;
    await open.send([forFcm()]);
    fcm.tokenSeconds = 3_600;
    stage.clock.aheadMs = 3_000;
    await open.send([forFcm()]);
    expect(fcm.tokensGiven).toBe(2);
    fcm.forgetTokens();
    expect(await open.send([forFcm()])).toEqual(['sent']);
    expect(fcm.tokensGiven).toBe(3);
  });

  it.each([
    ['gone', 'a phone that has unregistered', { status: 404, errorCode: 'UNREGISTERED' }],
    ['gone', 'a token of another project', { status: 403, errorCode: 'SENDER_ID_MISMATCH' }],
    ['gone', 'what is no token', { status: 400, errorCode: 'INVALID_ARGUMENT', fields: ['message.token'] }],
    ['refused', 'what is too long', { status: 400, errorCode: 'INVALID_ARGUMENT', fields: ['message.data'] }],
    ['refused', 'what it does not understand', { status: 400 }],
    ['failed', 'too many', { status: 429, errorCode: 'QUOTA_EXCEEDED' }],
    ['failed', 'its being away', { status: 503, retryAfter: 600 }],
    ['failed', 'an account that may not', { status: 403, errorCode: 'PERMISSION_DENIED' }],
  ] as const)('answers %s for %s, and sends the others', async (outcome, _, refusal) => {
    fcm.rule = ({ token }) => (token === 'odd' ? refusal : null);
    const open = way();
    expect(await open.send([forFcm({ token: 'fine' })])).toEqual(['sent']);
    expect(await open.send([forFcm({ token: 'odd' })])).toEqual([outcome]);
  });

  it('retries temporary failures, and sends nothing twice that was accepted', async () => {
    const failing = new Set(['second', 'fourth']);
    fcm.rule = ({ token }) => (failing.delete(token) ? { status: 500 } : null);
    const batch = ['first', 'second', 'third', 'fourth'].map((token) => forFcm({ token }));
    expect(await way().send(batch)).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(fcm.taken.all.map(({ token }) => token).sort()).toEqual(['first', 'fourth', 'second', 'third']);
  });

  it('pauses for a device for as long as the service says, and for no other one', async () => {
    const open = way();
    const often = forFcm({ token: 'often' });
    fcm.rule = ({ token }) =>
      token === 'often' ? { status: 429, errorCode: 'QUOTA_EXCEEDED', retryAfter: 100 } : null;
    expect(await open.send([often])).toEqual(['failed']);
    expect(await open.send([often, forFcm()])).toEqual(['failed', 'sent']);
    expect(fcm.asked.all.filter(({ token }) => token === 'often')).toHaveLength(1);
    expect(await stage.measured('failed', 'paused')).toBe(1);
    fcm.rule = () => null;
    stage.clock.aheadMs = 101_000;
    expect(await open.send([often])).toEqual(['sent']);
  });

  it('pauses for the service when it is unavailable', async () => {
    const open = way();
    fcm.rule = () => ({ status: 503, retryAfter: 100 });
    expect(await open.send([forFcm()])).toEqual(['failed']);
    expect(await open.send([forFcm(), forFcm()])).toEqual(['failed', 'failed']);
    expect(fcm.asked.all).toHaveLength(1);
  });

  it('reports why it is closed when the account is unknown, and retries rarely', async () => {
    const open = way();
    fcm.knowsAccount = false;
    expect(await open.send([forFcm(), forFcm()])).toEqual(['failed', 'failed']);
    expect(await open.send([forFcm()])).toEqual(['failed']);
    expect(open.trouble()).toBe('The credentials for fcm are not accepted: 400 invalid_grant.');
    expect(stage.lines.filter((line) => line.includes('"transport":"fcm"'))).toHaveLength(1);
    expect(await stage.measured('failed', 'credentials')).toBe(3);
    fcm.knowsAccount = true;
    stage.clock.aheadMs = 5_000;
    expect(await open.send([forFcm()])).toEqual(['sent']);
    expect(open.trouble()).toBeNull();
  });

  it('detects a wrong account before there is a notification', async () => {
    fcm.knowsAccount = false;
    const open = way();
    await stage.transports.greet();
    expect(open.trouble()).toContain('not accepted');
  });

  it('answers failed when the service is down', async () => {
    const open = way();
    await fcm.stop();
    expect(await open.send([forFcm(), forFcm()])).toEqual(['failed', 'failed']);
    expect(await stage.measured('failed', 'unreachable')).toBe(2);
    fcm = await FcmServer.start();
  });

  it('logs and measures nothing of a device or a notification', async () => {
    fcm.rule = ({ token }) => (token.endsWith('0') ? { status: 500 } : null);
    await way().send([forFcm({ token: 'secret-token-0' }), forFcm({ token: 'secret-token-1' })]);
    await fcm.stop();
    await stage.to('fcm').send([forFcm({ token: 'secret-token-2' })]);
    const told = stage.lines.join('') + (await stage.metrics.registry.metrics());
    expect(told).toContain('unreachable');
    for (const secret of ['secret-token', SEALED, 'ya29', String(ACCOUNT_ID)]) expect(told).not.toContain(secret);
    fcm = await FcmServer.start();
  });
});

import { Destinations } from '@app/platform';
import { AddressInfo, createServer, Socket } from 'node:net';
import { generateVAPIDKeys } from 'web-push';
import type { OutgoingNotification, Transport } from '../../../apps/push-relay/src/notifications/notification';
import { ApnsServer } from '../../support/push/apns-server';
import { ACCOUNT_ID, outgoing, SEALED, TransportStage } from '../../support/push/transport-stage';
import { WebPushServer } from '../../support/push/web-push-server';
import { until } from '../../support/until';

/** The relay's transports to Apple's devices and to Web Push, against services that check the protocol. */
describe('the transport', () => {
  let stage: TransportStage;

  describe('to APNs', () => {
    let apns: ApnsServer;
    beforeEach(async () => void (apns = await ApnsServer.start()));
    afterEach(async () => {
      await stage.stop();
      await apns.stop();
      expect(apns.faults).toEqual([]);
    });
    function way(): Transport {
      const { credentials, port, authority } = apns;
      stage = new TransportStage({ apns: { ...credentials, address: '127.0.0.1', port, authority } });
      return stage.to('apns');
    }
    const aps = { 'mutable-content': 1, alert: { title: 'New notification' } };
    const forApns = (more: Partial<OutgoingNotification> = {}) =>
      outgoing({
        token: 'ab01',
        appId: apns.appId,
        payload: { push_account_id: ACCOUNT_ID, encrypted_data: SEALED, aps },
        ...more,
      });

    it('sends the encrypted payload with the app, the urgency and the collapse id', async () => {
      const batch = [
        forApns({ token: 'ab01', collapseId: 'c0ffee' }),
        forApns({
          token: 'ab02',
          priority: 'normal',
          pushType: 'background',
          payload: { push_account_id: ACCOUNT_ID, encrypted_data: SEALED, aps: { 'content-available': 1 } },
        }),
      ];
      expect(await way().send(batch)).toEqual(['sent', 'sent']);
      const [first, second] = [...apns.taken.all].sort((a, b) => a.token.localeCompare(b.token));
      expect(first).toEqual({
        token: 'ab01',
        topic: apns.appId,
        pushType: 'alert',
        priority: '10',
        collapseId: 'c0ffee',
        body: `{"push_account_id":9007199254740993,"encrypted_data":"${SEALED}","aps":${JSON.stringify(aps)}}`,
      });
      expect(second).toMatchObject({ pushType: 'background', priority: '5', collapseId: null });
    });

    it.each([
      ['gone', { status: 410, reason: 'Unregistered' }],
      ['gone', { status: 410, reason: 'ExpiredToken' }],
      ['gone', { status: 400, reason: 'BadDeviceToken' }],
      ['gone', { status: 400, reason: 'DeviceTokenNotForTopic' }],
      ['refused', { status: 413, reason: 'PayloadTooLarge' }],
      ['refused', { status: 400, reason: 'BadMessageId' }],
      ['failed', { status: 429, reason: 'TooManyRequests' }],
      ['failed', { status: 500, reason: 'InternalServerError' }],
      ['failed', { status: 503, reason: 'ServiceUnavailable' }],
      ['failed', { status: 400, reason: 'TopicDisallowed' }],
    ] as const)('answers %s for %p, and sends the others', async (outcome, refusal) => {
      apns.rule = ({ token }) => (token === 'ff' ? refusal : null);
      const open = way();
      expect(await open.send([forApns({ token: 'ff' })])).toEqual([outcome]);
      stage.clock.aheadMs = 5_000;
      expect(await open.send([forApns()])).toEqual(['sent']);
    });

    it('retries temporary failures', async () => {
      const answers = [{ status: 503, reason: 'Shutdown' }, { status: 500, reason: 'InternalServerError' }, null];
      apns.rule = () => answers.shift() ?? null;
      expect(await way().send([forApns()])).toEqual(['sent']);
      expect(apns.taken.all).toHaveLength(1);
    });

    it('reports why it is closed when the key is rejected', async () => {
      const open = way();
      apns.knowsKey = false;
      expect(await open.send([forApns()])).toEqual(['failed']);
      expect(open.trouble()).toBe('The credentials for apns are not accepted: 403 InvalidProviderToken.');
      apns.knowsKey = true;
      stage.clock.aheadMs = 5_000;
      expect(await open.send([forApns()])).toEqual(['sent']);
      expect(open.trouble()).toBeNull();
    });

    it('sends nothing with the key of a team for an app of another team', async () => {
      const foreign = [forApns({ appId: 'org.example.other' }), forApns({ appId: null })];
      expect(await way().send(foreign)).toEqual(['gone', 'gone']);
      expect(apns.asked.all).toEqual([]);
    });

    it('reconnects when the service ends the connection', async () => {
      const open = way();
      expect(await open.send([forApns()])).toEqual(['sent']);
      apns.sayGoodbye();
      expect(await open.send([forApns(), forApns(), forApns()])).toEqual(['sent', 'sent', 'sent']);
      expect(apns.taken.all).toHaveLength(4);
    });

    it('answers failed when the service is down', async () => {
      const open = way();
      await apns.stop();
      expect(await open.send([forApns(), forApns()])).toEqual(['failed', 'failed']);
      apns = await ApnsServer.start();
    });
  });

  describe('to Web Push', () => {
    const { publicKey, privateKey } = generateVAPIDKeys();
    let service: WebPushServer;
    beforeEach(async () => void (service = await WebPushServer.start(publicKey)));
    afterEach(async () => {
      await service.stop();
      expect(service.faults).toEqual([]);
    });
    function way(ownOrigins = [service.origin]): Transport {
      const subject = 'https://relay.example';
      stage = new TransportStage({ webPush: { subject, publicKey, privateKey, ownOrigins } });
      return stage.to('web_push');
    }
    const forWeb = (more: Partial<OutgoingNotification> = {}) =>
      outgoing({
        token: service.subscribe(),
        payload: { push_account_id: ACCOUNT_ID, encrypted_data: SEALED },
        ...more,
      });

    it('encrypts for the subscription, with the urgency and a topic in place of the collapse id', async () => {
      const batch = [forWeb({ collapseId: 'c0ffee' }), forWeb({ priority: 'normal' })];
      expect(await way().send(batch)).toEqual(['sent', 'sent']);
      const urgent = service.taken.all.find(({ urgency }) => urgency === 'high')!;
      expect(urgent.text).toBe(`{"push_account_id":9007199254740993,"encrypted_data":"${SEALED}"}`);
      expect(urgent.ttl).toBe(86_400);
      expect(urgent.topic).toHaveLength(32);
      expect(urgent.topic).not.toContain('c0ffee');
      expect(service.taken.all.find(({ urgency }) => urgency === 'normal')!.topic).toBeNull();
    });

    it.each([
      ['gone', 404],
      ['gone', 410],
      ['refused', 403],
      ['refused', 413],
      ['refused', 307],
      ['failed', 429],
      ['failed', 502],
    ])('answers %s for %i', async (outcome, status) => {
      service.rule = () => ({ status, headers: { location: 'http://127.0.0.1:1/', 'retry-after': '100' } });
      expect(await way().send([forWeb()])).toEqual([outcome]);
    });

    it('keeps endpoints from closing the transport for others', async () => {
      const open = way();
      const odd = forWeb();
      const path = new URL((JSON.parse(odd.token) as { endpoint: string }).endpoint).pathname;
      service.rule = (asked) => (asked === path ? { status: 401 } : null);
      expect(await open.send([odd, forWeb()])).toEqual(['refused', 'sent']);
      expect(open.trouble()).toBeNull();
    });

    it('keeps organizations with endpoints that never answer from delaying others', async () => {
      const silent: Socket[] = [];
      const hole = createServer((socket) => void silent.push(socket.on('error', () => undefined)));
      await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(hole.address() as AddressInfo).port}`;
      const open = way([service.origin, origin]);
      const token = service.subscribe().replace(service.origin, origin);
      const lost = open.send(Array.from({ length: 150 }, () => forWeb({ organizationId: 'mallory', token })));
      await until(() => silent.length === 100);
      const sent = open.send([forWeb()]);
      silent[0].destroy();
      expect(await sent).toEqual(['sent']);
      hole.close();
      for (const socket of silent) socket.destroy();
      expect(new Set(await lost)).toEqual(new Set(['failed']));
    });

    it.each(['no JSON', '{}', '{"endpoint":"https://push.example/1"}', '{"endpoint":"file:///etc/passwd","keys":{}}'])(
      'answers gone for a token that is no subscription: %s',
      async (token) => expect(await way().send([forWeb({ token })])).toEqual(['gone']),
    );

    it('rejects payloads that a push service may reject', async () => {
      const payload = { push_account_id: ACCOUNT_ID, encrypted_data: 'A'.repeat(4_100) };
      expect(await way().send([forWeb({ payload })])).toEqual(['refused']);
      expect(service.taken.all).toEqual([]);
    });

    it.each([
      'http://127.0.0.1',
      'https://127.0.0.1',
      'https://127.1',
      'https://0x7f000001',
      'https://2130706433',
      'https://169.254.169.254',
      'https://10.0.0.1',
      'https://[::1]',
      'https://[::]',
      'https://[::ffff:7f00:1]',
      'https://[64:ff9b::a9fe:a9fe]',
      'https://[2002:7f00:1::]',
      'https://[fd00::1]',
      'https://8.8.8.8:8443',
    ])('sends nothing to an address that is not public: %s', async (origin) => {
      const { keys } = JSON.parse(service.subscribe()) as { keys: object };
      const token = JSON.stringify({ endpoint: `${origin}/push/1`, keys });
      expect(await way([]).send([forWeb({ token })])).toEqual(['gone']);
    });

    it('sends nothing to a name that resolves to an address that is not public', async () => {
      const resolve = jest.spyOn(Destinations.prototype as never, 'resolve').mockResolvedValue(['127.0.0.1'] as never);
      const { keys } = JSON.parse(service.subscribe()) as { keys: object };
      const token = JSON.stringify({ endpoint: 'https://push.example/1', keys });
      expect(await way([]).send([forWeb({ token })])).toEqual(['gone']);
      expect(resolve).toHaveBeenCalledTimes(1);
      resolve.mockRestore();
    });
  });

  it('answers failed without credentials, with the reason', async () => {
    stage = new TransportStage({});
    const way = stage.to('apns');
    expect(await way.send([outgoing({}), outgoing({})])).toEqual(['failed', 'failed']);
    expect(way.trouble()).toBe('There are no credentials for apns.');
    expect(await stage.measured('failed', 'unconfigured')).toBe(2);
  });
});

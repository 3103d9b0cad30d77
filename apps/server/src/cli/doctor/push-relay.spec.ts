import { Config } from '@app/platform';
import { createServer, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { examinePushRelay } from './push-relay';

describe("the doctor's report of the push relay", () => {
  let server: Server;
  let say: RequestListener;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      say(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const examined = (PARLEY_PUSH_RELAY_URL = url()) =>
    examinePushRelay(
      Config.fromEnvironment({
        PARLEY_PUSH_RELAY_URL,
        PARLEY_PUSH_RELAY_ORG_ID: 'our-id',
        PARLEY_PUSH_RELAY_ORG_KEY: 'our-key',
      }),
    );
  const answering =
    (status: number, code?: string): RequestListener =>
    (_, response) =>
      void response.writeHead(status).end(JSON.stringify(code ? { result: 'error', msg: '', code } : {}));

  it('is empty without a relay', async () => {
    expect(await examinePushRelay(Config.fromEnvironment({}))).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ['finds nothing to do', answering(200)],
    ['finds fault with what it is asked', answering(400, 'BAD_REQUEST')],
    ['knows nobody of that name', answering(403, 'MISSING_REMOTE_REALM')],
  ])('is that it answers when it %s', async (_, saying) => {
    say = saying;
    expect(await examined()).toEqual([expect.objectContaining({ level: 'ok', is: `${url()} answers` })]);
    expect(asked.at(-1)).toBe('/api/v1/remotes/push/e2ee/notify');
  });

  it.each<[string, RequestListener, string]>([
    ['our key is wrong', answering(401, 'INVALID_ZULIP_SERVER'), 'does not know our id and key'],
    ['we are disabled there', answering(403, 'PUSH_NOTIFICATIONS_DISALLOWED'), 'takes nothing from us'],
    ['it fails', answering(503), 'status 503'],
    ['something else is at that address', answering(404), 'status 404'],
  ])('is what to do when %s', async (_, saying, is) => {
    say = saying;
    const [finding] = await examined();
    expect([finding.level, finding.is]).toEqual(['problem', expect.stringContaining(is)]);
    expect(finding.advice).toMatch(/^(Look|Set) /);
    expect(JSON.stringify(finding)).not.toContain('our-key');
  });

  it('warns of an unreachable relay, and of a key over plain HTTP', async () => {
    const [away] = await examined('http://127.0.0.1:1');
    expect([away.level, away.is]).toEqual(['problem', expect.stringContaining('cannot be reached')]);
    const [, open] = await examined('http://push.invalid');
    expect([open.level, open.is]).toEqual(['warning', expect.stringContaining('without encryption')]);
  });
});

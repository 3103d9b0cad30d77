import { bodyOf, rawResponse } from '../../support/raw-response';
import { World } from '../../support/world';

/** Requests that once broke the server (test/platform/http/fuzz.e2e.ts). */
describe('a malformed request', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  const BODY = '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nhi\r\n';

  it.each([
    ['that ends in the middle', 'multipart/form-data; boundary=b', BODY],
    ['without a boundary', 'multipart/form-data', `${BODY}--b--\r\n`],
    ['with an empty boundary', 'multipart/form-data; boundary=', `${BODY}--b--\r\n`],
    ['of fields without end', 'application/x-www-form-urlencoded', `content=hi${'&a='.repeat(1_000_000)}`],
  ])('with a form %s is refused', async (_, type, body) => {
    const headers = { authorization: world.owner.authorization, 'content-type': type };
    const response = await fetch(`${world.url}/api/v1/messages/render`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ result: 'error', msg: 'The request is malformed', code: 'BAD_REQUEST' });
  });

  it.each([
    ['register', { client_capabilities: '{"notification_settings_null":true,"constructor":1}' }],
    ['users/me/subscriptions', { subscriptions: '[{"name":"x","constructor":{"prototype":{}}}]' }],
    ['users/me/subscriptions/properties', { subscription_data: '{"constructor":{}}' }],
  ])('with the name of a constructor in place of a value is refused: %s %j', async (path, parameters) => {
    const { status, body } = await world.owner.post(path, parameters);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it.each([
    [
      'with headers beyond all bounds',
      `GET /api/v1/users/me HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
      'too large',
    ],
    ['that is no HTTP', 'hello\r\n\r\n', 'malformed'],
  ])('%s is refused with the documented error', async (_, bytes, word) => {
    const answer = await rawResponse(world.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const body = { result: 'error', msg: `The request is ${word}`, code: 'BAD_REQUEST' };
    expect(bodyOf(answer)).toEqual(body);
  });

  it.each(['/api/v1/server_settings', '/json/server_settings'])(
    'is accepted where the address of %s contains its host, as for proxies',
    async (path) => {
      const head = `GET http://chat.example.org${path} HTTP/1.1\r\nhost: chat.example.org\r\nconnection: close\r\n\r\n`;
      expect(bodyOf(await rawResponse(world.url, head))).toMatchObject({ result: 'success', msg: '' });
    },
  );
});

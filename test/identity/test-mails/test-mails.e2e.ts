import { MailServer, refusal } from '../../support/mail-server';
import { World } from '../../support/world';

describe('a test of the mail settings', () => {
  let server: MailServer;
  let world: World;
  beforeAll(async () => {
    server = await MailServer.start();
    world = await World.start({ PARLEY_SMTP_URL: server.url });
  });
  afterEach(() => {
    server.rule = () => null;
  });
  afterAll(async () => {
    await world.stop();
    await server.close();
  });

  it('mails the administrator at once', async () => {
    await world.owner.ok('POST', 'test_mail');
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([[world.owner.email]]);
    expect(server.mails[0].text).toContain('can send mails');
  });

  it('tells in words why the mail server took no mail', async () => {
    server.rule = (step) => (step === 'recipient' ? refusal(550, 'No relaying for you') : null);
    const { status, body } = await world.owner.post('test_mail');
    expect([status, body.msg]).toEqual([
      400,
      expect.stringMatching(/did not take the mail: 550 .*No relaying for you/),
    ]);
  });

  it('is for administrators', async () => {
    const { body } = await (await world.member('mo')).post('test_mail');
    expect(body.code).toBe('UNAUTHORIZED_PRINCIPAL');
  });
});

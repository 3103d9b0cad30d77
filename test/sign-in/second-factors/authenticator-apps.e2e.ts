import { URI } from 'otpauth';
import { Browser } from '../../support/browser';
import type { Person } from '../../support/person';
import { Authenticator, codeOf, withAuthenticator, wrongCode } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const FACTORS = 'users/me/second_factors';

describe('Authenticator apps', () => {
  let world: World;
  beforeAll(async () => void (world = await World.start()));
  afterAll(() => world.stop());

  const browserOf = async (person: Person): Promise<Browser> => {
    const browser = new Browser(world.url);
    await browser.logIn(person.email);
    return browser;
  };

  it('are set up with a secret, its QR code, and a code that confirms it', async () => {
    const ana = await world.member('ana');
    const browser = await browserOf(ana);
    const { status, body } = await browser.json('POST', FACTORS, { kind: 'totp', label: 'Phone' });
    expect(status).toBe(200);
    const { id, secret, otpauth_uri: uri, qr_code: qr } = body as Record<string, string>;
    expect(URI.parse(uri).secret.base32).toBe(secret);
    expect(decodeURIComponent(qr)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
    expect((await browser.json('GET', FACTORS)).body.second_factors).toEqual([]);

    const confirmed = await browser.json('POST', `${FACTORS}/${id}/confirm`, { code: codeOf(secret) });
    const codes = confirmed.body.recovery_codes as string[];
    expect([confirmed.status, codes.length, new Set(codes).size]).toEqual([200, 10, 10]);
    expect((await browser.json('GET', FACTORS)).body).toMatchObject({
      second_factors: [{ id, kind: 'totp', label: 'Phone', last_used: null }],
      recovery_codes_left: 10,
      is_required: false,
      is_login_fresh: true,
    });
    expect((await world.sql('SELECT sealed_secret FROM second_factor WHERE id = $1', [id]))[0]).not.toMatchObject({
      sealed_secret: Buffer.from(secret),
    });
  });

  it('are not set up by a wrong code, and the right one still does it', async () => {
    const browser = await browserOf(await world.member('bea'));
    const { id, secret } = (await browser.json('POST', FACTORS, { kind: 'totp' })).body as never as Authenticator;
    for (const code of [wrongCode({ secret }), '', 'abc', '1'.repeat(65), undefined]) {
      const refused = await browser.json('POST', `${FACTORS}/${id}/confirm`, { code });
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
    expect((await browser.json('POST', `${FACTORS}/${id}/confirm`, { code: codeOf(secret) })).status).toBe(200);
    const again = await browser.json('POST', `${FACTORS}/${id}/confirm`, { code: codeOf(secret) });
    expect(again.body.msg).toBe('No such second factor');
  });

  it('belong to one user', async () => {
    const carl = await world.member('carl');
    const app = await withAuthenticator(world, carl);
    const other = await browserOf(await world.member('dora'));
    const pending = (await other.json('POST', FACTORS, { kind: 'totp' })).body as never as Authenticator;
    const browser = await browserOf(await world.member('emil'));
    for (const [method, path, parameters] of [
      ['POST', `${pending.id}/confirm`, { code: codeOf(pending.secret) }],
      ['POST', '0/confirm', { code: '123456' }],
      ['DELETE', String(app.id), {}],
      ['DELETE', 'word', {}],
    ] as const) {
      const { status, body } = await browser.json(method, `${FACTORS}/${path}`, parameters);
      expect([status, body.msg]).toEqual([400, 'No such second factor']);
    }
  });

  it('are refused for a kind that does not exist, and beyond twenty', async () => {
    const browser = await browserOf(await world.member('fred'));
    expect((await browser.json('POST', FACTORS, { kind: 'sms' })).body.msg).toBe('Invalid kind');
    expect((await browser.json('POST', FACTORS, { kind: 'totp', label: 'x'.repeat(61) })).status).toBe(400);
    for (let count = 0; count < 20; count++)
      expect((await browser.json('POST', FACTORS, { kind: 'totp' })).status).toBe(200);
    expect((await browser.json('POST', FACTORS, { kind: 'totp' })).body.msg).toBe(
      'There can be at most 20 second factors',
    );
  });

  it('are changed after a new login, or with the password and a code', async () => {
    const gita = await world.member('gita');
    expect((await gita.post(FACTORS, { kind: 'totp' })).body.msg).toMatch(/^Please log in again/);
    expect((await gita.post(FACTORS, { kind: 'totp', password: 'wrong' })).body.msg).toBe('Wrong password!');
    const { id, secret } = (await gita.ok('POST', FACTORS, {
      kind: 'totp',
      password: PASSWORD,
    })) as never as Authenticator;
    const { recovery_codes: codes } = await gita.ok('POST', `${FACTORS}/${id}/confirm`, { code: codeOf(secret) });
    const [first, second] = codes as string[];

    for (const proof of [
      {},
      { password: PASSWORD },
      { password: PASSWORD, code: wrongCode({ secret }) },
      { code: first },
    ])
      expect((await gita.post(`${FACTORS}/recovery_codes`, proof)).status).toBe(400);
    const renewed = await gita.ok('POST', `${FACTORS}/recovery_codes`, { password: PASSWORD, code: first });
    const [newest] = renewed.recovery_codes as string[];
    expect((await gita.delete(`${FACTORS}/${id}`, { password: PASSWORD, code: second })).status).toBe(400);
    expect((await gita.delete(`${FACTORS}/${id}`)).status).toBe(400);
    await gita.ok('DELETE', `${FACTORS}/${id}`, { password: PASSWORD, code: newest });
    expect(await gita.ok('GET', FACTORS)).toMatchObject({ second_factors: [], recovery_codes_left: 0 });
    expect((await gita.post(`${FACTORS}/recovery_codes`, { password: PASSWORD })).body.msg).toBe(
      'This account has no second factor',
    );
  });

  it('need another login when the session is older than ten minutes', async () => {
    const hugo = await world.member('hugo');
    const browser = await browserOf(hugo);
    await world.sql(`UPDATE browser_session SET created_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      hugo.id,
    ]);
    expect((await browser.json('GET', FACTORS)).body.is_login_fresh).toBe(false);
    expect((await browser.json('POST', FACTORS, { kind: 'totp' })).status).toBe(400);
    expect((await browser.json('POST', FACTORS, { kind: 'totp', password: PASSWORD })).status).toBe(200);
  });

  it('are expired after half an hour without a code', async () => {
    const browser = await browserOf(await world.member('ida'));
    const { id, secret } = (await browser.json('POST', FACTORS, { kind: 'totp' })).body as never as Authenticator;
    await world.sql(`UPDATE second_factor SET created_at = now() - interval '31 minutes' WHERE id = $1`, [id]);
    expect((await browser.json('POST', `${FACTORS}/${id}/confirm`, { code: codeOf(secret) })).status).toBe(400);
  });

  it('are written to the audit log, without secrets', async () => {
    const jon = await world.member('jon');
    const app = await withAuthenticator(world, jon);
    const browser = new Browser(world.url);
    await browser.logIn(jon.email);
    await browser.submit('/login/second-step', { code: app.recoveryCodes[0] });
    await browser.json('DELETE', `${FACTORS}/${app.id}`);
    const entries = await world.sql(
      `SELECT action, before, after FROM audit_log WHERE object_id = $1 AND action LIKE '%second_factor' ORDER BY sequence`,
      [jon.id],
    );
    const facts = { second_factor_id: app.id, kind: 'totp' };
    expect(entries).toEqual([
      { action: 'added_second_factor', before: null, after: facts },
      { action: 'removed_second_factor', before: facts, after: null },
    ]);
  });
});

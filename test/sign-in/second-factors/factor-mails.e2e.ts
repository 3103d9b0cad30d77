import { Browser } from '../../support/browser';
import { mailsTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

describe('Mails about second factors', () => {
  let world: World;
  beforeAll(async () => void (world = await World.start()));
  afterAll(() => world.stop());

  const toldTo = async ({ email }: Person): Promise<string[]> =>
    (await mailsTo(world, email)).filter(({ subject }) => subject.includes('second factors')).map(({ text }) => text);

  it('tell a user that one was added or removed, and that there are new recovery codes', async () => {
    const ana = await world.member('ana');
    const app = await withAuthenticator(world, ana);
    expect(await toldTo(ana)).toEqual([expect.stringContaining('an authenticator app was added to your account')]);
    const browser = new Browser(world.url);
    await browser.logIn(ana.email);
    await browser.submit('/login/second-step', { code: await app.freshCode() });
    expect((await browser.json('POST', 'users/me/second_factors/recovery_codes')).status).toBe(200);
    expect((await browser.json('DELETE', `users/me/second_factors/${app.id}`)).status).toBe(200);
    const [, codes, removed, ...more] = await toldTo(ana);
    expect(codes).toContain('new recovery codes were made');
    expect(removed).toContain('an authenticator app was removed from your account');
    expect(more).toEqual([]);
    for (const text of [codes, removed]) {
      expect(text).toContain('/accounts/password/reset/');
      for (const secret of [app.secret, ...app.recoveryCodes]) expect(text).not.toContain(secret);
    }
  });

  it('tell a user whose factors an administrator has removed because they were lost', async () => {
    const [bea, admin] = [await world.member('bea'), await world.admin('alma')];
    await withAuthenticator(world, bea);
    await admin.ok('DELETE', `users/${bea.id}/second_factors`, { password: PASSWORD });
    await admin.ok('DELETE', `users/${bea.id}/second_factors`, { password: PASSWORD });
    const [, lost, ...more] = await toldTo(bea);
    expect(lost).toContain('all second factors of your account were removed');
    expect(more).toEqual([]);
  });

  it('are not written for a factor that was begun and not confirmed', async () => {
    const carl = await world.member('carl');
    const { id } = await carl.ok('POST', 'users/me/second_factors', { kind: 'totp', password: PASSWORD });
    await carl.ok('DELETE', `users/me/second_factors/${id as number}`, { password: PASSWORD });
    expect(await toldTo(carl)).toEqual([]);
  });
});

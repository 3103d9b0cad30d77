import { Browser } from '../../support/browser';
import { groupsSeenBy, setOf } from '../../support/groups';
import { linkIn, mailTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { codeOf, wrongCode } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const STEP = '/login/second-step';

describe('A second factor that the organization requires', () => {
  let world: World;
  beforeAll(async () => void (world = await World.start()));
  afterAll(() => world.stop());

  const demand = (setting: unknown) => world.owner.ok('PATCH', 'realm', { second_factor_required: { new: setting } });
  const demandOf = (...people: Person[]) => demand(setOf(people));
  const atStep = async (person: Person): Promise<Browser> => {
    const browser = new Browser(world.url);
    const answer = await browser.logIn(person.email);
    expect([answer.headers.get('location'), browser.session]).toEqual([STEP, undefined]);
    return browser;
  };
  const secretAt = async (browser: Browser): Promise<string> =>
    /<code>([A-Z2-7 ]+)<\/code>/.exec((await browser.get(STEP)).text)![1].replaceAll(' ', '');

  it('is set up at the next login, before anything else, and the recovery codes are shown', async () => {
    const ana = await world.member('ana');
    await demandOf(ana);
    const browser = await atStep(ana);
    const page = await browser.get(STEP);
    expect(page.text).toContain('<svg');
    const secret = await secretAt(browser);
    expect((await browser.json('GET', 'users/me')).status).toBe(401);
    expect((await browser.submit(STEP, { code: wrongCode({ secret }) })).status).toBe(400);
    expect(await secretAt(browser)).toBe(secret);
    const { status, text } = await browser.submit(STEP, { code: codeOf(secret) });
    const codes = [...text.matchAll(/<code>([a-z2-9]{5}-[a-z2-9]{5})<\/code>/g)].map(([, code]) => code);
    expect([status, codes.length]).toEqual([200, 10]);
    expect((await browser.json('GET', 'users/me')).body.user_id).toBe(ana.id);
    expect((await browser.json('GET', 'users/me/second_factors')).body).toMatchObject({
      second_factors: [{ kind: 'totp' }],
      recovery_codes_left: 10,
      is_required: true,
    });
    const later = await atStep(ana);
    expect((await later.submit(STEP, { code: codes[3] })).headers.get('location')).toBe('/');
  });

  it('cannot be removed while it is the only one', async () => {
    const bea = await world.member('bea');
    await demandOf(bea);
    const browser = await atStep(bea);
    await browser.submit(STEP, { code: codeOf(await secretAt(browser)) });
    const [{ id }] = (await browser.json('GET', 'users/me/second_factors')).body.second_factors as { id: number }[];
    const refused = await browser.json('DELETE', `users/me/second_factors/${id}`);
    expect(refused.body.msg).toMatch(/^This organization requires a second factor/);
    await demand(await group('role:nobody'));
    expect((await browser.json('DELETE', `users/me/second_factors/${id}`)).status).toBe(200);
  });

  it('is set up once, though two logins wait for it', async () => {
    const carl = await world.member('carl');
    await demandOf(carl);
    const [one, other] = [await atStep(carl), await atStep(carl)];
    const secret = await secretAt(other);
    const first = await secretAt(one);
    expect((await one.submit(STEP, { code: codeOf(first) })).status).toBe(200);
    const late = await other.post(STEP, { csrfmiddlewaretoken: other.csrf!, code: codeOf(secret) });
    expect([late.status, other.session]).toEqual([401, undefined]);
  });

  it('lets programs in only by the browser', async () => {
    const dora = await world.member('dora');
    await demandOf(dora);
    const refused = await world.request('POST', 'fetch_api_key', { username: dora.email, password: PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
    expect((await dora.get('users/me')).status).toBe(200); // The key that exists already stays valid.
  });

  it('is set up in the mobile flow, too, which then leads to the app', async () => {
    const emil = await world.member('emil');
    await demandOf(emil);
    const browser = new Browser(world.url);
    await browser.submit(`/login/?mobile_flow_otp=${'12'.repeat(32)}`, { username: emil.email, password: PASSWORD });
    const { text } = await browser.submit(STEP, { code: codeOf(await secretAt(browser)) });
    const link = /href="(zulip:\/\/login\?[^"]+)"/.exec(text)![1].replaceAll('&amp;', '&');
    expect(new URL(link).searchParams.get('user_id')).toBe(String(emil.id));
  });

  it('is set up by newcomers before they come in by their invitation', async () => {
    await demand(await group('role:everyone'));
    const email = 'new@example.org';
    await world.owner.ok('POST', 'invites', { invitee_emails: email, stream_ids: [] });
    const browser = new Browser(world.url);
    const link = linkIn(await mailTo(world, email));
    const fields = { full_name: 'Newt', password: PASSWORD, password_again: PASSWORD };
    const answer = await browser.submit(link, fields);
    expect([answer.status, answer.headers.get('location'), browser.session]).toEqual([303, STEP, undefined]);
    expect((await browser.submit(STEP, { code: codeOf(await secretAt(browser)) })).status).toBe(200);
    expect((await browser.json('GET', 'users/me')).body.full_name).toBe('Newt');
    await demand(await group('role:nobody'));
  });

  it('is decided by owners alone, for any group, and told to clients', async () => {
    const admin = await world.admin('fred');
    const value = { second_factor_required: { new: await group('role:members') } };
    expect((await admin.patch('realm', value)).status).toBe(400);
    const everyone = await group('role:everyone');
    const queue = await admin.register({ fetch_event_types: ['realm'] });
    await demand(everyone);
    expect((await queue.drain()).filter(({ type }) => type === 'realm')).toMatchObject([
      { op: 'update_dict', data: { second_factor_required: everyone } },
    ]);
    await demand(await group('role:nobody'));
  });

  const group = async (name: string): Promise<number> =>
    (await groupsSeenBy(world.owner)).find((one) => one.name === name)!.id;
});

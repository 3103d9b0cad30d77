import { Browser } from '../../support/browser';
import { linkIn, mailsTo, mailTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** A new address of the user's own account. */
describe('changing the email address', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    bo = await world.member('bo');
  });
  afterAll(() => world.stop());

  const ask = (who: Person, email: string) => who.patch('settings', { email });
  const confirm = (link: string) => new Browser(world.url).submit(link);
  const addressOf = async (id: number) =>
    (await world.sql<{ address: string }>('SELECT delivery_email AS address FROM user_account WHERE id = $1', [id]))[0]
      .address;

  it('takes effect with the confirmation link in the mail, and the old address is notified', async () => {
    const queue = await world.owner.register({ event_types: ['realm_user'] });
    expect((await ask(ana, 'ana.new@example.net')).status).toBe(200);
    expect(await addressOf(ana.id)).toBe('ana@example.org');
    const link = linkIn(await mailTo(world, 'ana.new@example.net'));
    expect((await new Browser(world.url).get(link)).text).toContain('ana.new@example.net');
    expect(await addressOf(ana.id)).toBe('ana@example.org');
    expect((await confirm(link)).status).toBe(200);
    expect(await addressOf(ana.id)).toBe('ana.new@example.net');
    expect((await mailTo(world, 'ana@example.org')).text).toContain('ana.new@example.net');
    expect((await queue.drain()).map(({ type, op }) => [type, op])).toContainEqual(['realm_user', 'update']);
    expect((await new Browser(world.url).get(link)).status).toBe(404);
  });

  it('invalidates earlier requests and links to the old address', async () => {
    await ask(bo, 'bo.one@example.net');
    await ask(bo, 'bo.two@example.net');
    const [one, two] = await Promise.all(['one', 'two'].map((n) => mailTo(world, `bo.${n}@example.net`)));
    await new Browser(world.url).submit('/accounts/password/reset/', { email: bo.email });
    const reset = linkIn(await mailTo(world, bo.email));
    expect((await new Browser(world.url).get(linkIn(one))).status).toBe(404);
    expect((await confirm(linkIn(two))).status).toBe(200);
    expect((await new Browser(world.url).get(reset)).status).toBe(404);
  });

  it('is cancelled by a password change, so that an intruder cannot return by it', async () => {
    const dan = await world.member('dan');
    await ask(dan, 'thief@example.net');
    const link = linkIn(await mailTo(world, 'thief@example.net'));
    const passwords = { old_password: 'a long enough secret', new_password: 'quite another secret' };
    expect((await dan.patch('settings', passwords)).body.result).toBe('success');
    expect((await new Browser(world.url).get(link)).status).toBe(404);
    expect(await addressOf(dan.id)).toBe(dan.email);
  });

  it('answers alike for addresses that are taken and hidden', async () => {
    const hidden = await world.member('hidden');
    const cy = await world.member('cy');
    expect((await ask(cy, hidden.email)).body).toMatchObject({ result: 'success' });
    expect((await mailTo(world, hidden.email)).text).toContain('has an account there already');
    expect(await addressOf(cy.id)).toBe(cy.email);
    expect((await ask(world.owner, hidden.email)).body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect((await ask(cy, 'no address')).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await ask(cy, 'thrown@mailinator.com')).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('succeeds for one of two users who request the same address', async () => {
    const [eva, fred] = [await world.member('eva'), await world.member('fred')];
    await ask(eva, 'same@example.net');
    await ask(fred, 'same@example.net');
    const links = (await mailsTo(world, 'same@example.net')).map(linkIn);
    const answers = await Promise.all(links.map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is refused to users where only administrators may do it, also with an earlier link', async () => {
    const gil = await world.member('gil');
    await ask(gil, 'gil.new@example.net');
    const link = linkIn(await mailTo(world, 'gil.new@example.net'));
    await world.owner.ok('PATCH', 'realm', { email_changes_disabled: true });
    expect((await confirm(link)).status).toBe(400);
    expect((await ask(gil, 'gil.other@example.net')).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await ask(world.owner, 'olivia.new@example.net')).status).toBe(200);
    await world.owner.ok('PATCH', 'realm', { email_changes_disabled: false });
    await world.owner.ok('DELETE', `users/${gil.id}`);
    expect((await new Browser(world.url).get(link)).status).toBe(404);
  });
});

describe('the rate limit of address changes', () => {
  it('refuses the third request within an hour', async () => {
    const world = await World.start({ PARLEY_RATE_LIMITS: 'on' });
    try {
      const { owner } = world;
      for (const n of [1, 2]) expect((await owner.patch('settings', { email: `n${n}@example.net` })).status).toBe(200);
      expect(await owner.patch('settings', { email: 'n3@example.net' })).toMatchObject({
        status: 429,
        body: { code: 'RATE_LIMIT_HIT' },
      });
    } finally {
      await world.stop();
    }
  });
});

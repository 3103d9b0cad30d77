import { linkIn, mailsTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { statementsDuring } from '../../support/statements';
import { World } from '../../support/world';

/** A member tries to learn, by inviting addresses, which of them have accounts. */
describe('invitations of addresses that are hidden from the inviter', () => {
  let world: World;
  let ana: Person;
  let hidden: Person;
  let gone: Person;
  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    [ana, hidden, gone] = [await world.member('ana'), await world.member('hidden'), await world.member('gone')];
    for (const person of [hidden, gone]) await person.ok('PATCH', 'settings', { email_address_visibility: 4 });
    await world.owner.ok('DELETE', `users/${gone.id}`);
  });
  afterAll(() => world.stop());

  const invite = (who: Person, email: string) => who.post('invites', { invitee_emails: email, stream_ids: [] });
  const pending = async (who: Person) =>
    (await who.ok('GET', 'invites')).invites as { id: number; email: string; invited_as: number }[];

  it('are answered, listed and sent as events like those of addresses without an account', async () => {
    const queue = await ana.register({ event_types: ['invites_changed'] });
    const addresses = ['nobody@example.net', hidden.email, gone.email];
    for (const address of addresses) {
      const { status, body } = await invite(ana, address);
      expect([address, status, body]).toEqual([address, 200, { result: 'success', msg: '' }]);
      expect((await queue.drain()).map(({ type }) => type)).toEqual(['invites_changed']);
    }
    const listed = (await pending(ana)).map(({ id, email, ...rest }) => [email, typeof id, Object.keys(rest)]);
    const shapes = new Set(listed.map(([, ...shape]) => JSON.stringify(shape)));
    expect([listed.map(([email]) => email).sort(), shapes.size]).toEqual([[...addresses].sort(), 1]);
  });

  it('run the same statements', async () => {
    const textsOf = async (email: string) => (await statementsDuring(() => invite(ana, email))).map(({ text }) => text);
    await textsOf('first@example.net');
    expect(await textsOf(hidden.email)).toEqual(await textsOf('second@example.net'));
  });

  it('mail the holder that there is an account, without a link to join, also when resent', async () => {
    const before = (await mailsTo(world, hidden.email)).length;
    await invite(ana, hidden.email);
    const { id } = (await pending(ana)).find(({ email }) => email === hidden.email)!;
    await ana.ok('POST', `invites/${id}/resend`);
    const mails = (await mailsTo(world, hidden.email)).slice(before);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail.text).toContain('It has an account there already');
      expect(() => linkIn({ text: mail.text.replace(/\S*password\/reset\S*/, '') })).toThrow('There is no link');
    }
  });

  it('can be revoked and count toward the daily limit', async () => {
    const [{ id }] = await pending(ana);
    await ana.ok('DELETE', `invites/${id}`);
    await world.sql('UPDATE organization SET settings = settings');
    const again = await ana.post(`invites/${id}/resend`);
    expect(again.status).toBe(400);
  });

  it('are reported as accounts to users who may see the address', async () => {
    for (const person of [hidden, gone]) {
      await world.sql('UPDATE user_account SET email_address_visibility = 3 WHERE id = $1', [person.id]);
    }
    const { body } = await invite(world.owner, `${hidden.email}, ${gone.email}`);
    expect(body).toMatchObject({
      code: 'INVITATION_FAILED',
      errors: [
        [hidden.email, 'Already has an account.', false],
        [gone.email, 'Account has been deactivated.', true],
      ],
    });
    expect((await invite(ana, hidden.email)).status).toBe(200);
  });

  it('answer alike for the public address of a hidden user', async () => {
    const { user } = await ana.ok('GET', `users/${hidden.id}`);
    const { body } = await invite(ana, (user as { email: string }).email);
    expect(body).toMatchObject({
      code: 'INVITATION_FAILED',
      errors: [[expect.any(String), 'Already has an account.', false]],
    });
  });
});

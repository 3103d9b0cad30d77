import { Browser } from '../../support/browser';
import { expectFreshSnapshot } from '../../support/fold';
import { linkIn, mailsTo, mailTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const SECRET = 'winter owls count 7 stars';

/** Invitations by mail and by link, as the inviter and as the invited user see them. */
describe('invitations', () => {
  let world: World;
  let ana: Person;
  let general: number;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    general = await world.owner.channelId('general');
    // The welcome bot is created with its first message; a test of its own covers that.
    await world.owner.ok('POST', 'realm/test_welcome_bot_custom_message', { welcome_message_custom_text: 'first' });
  });
  afterAll(() => world.stop());

  const invite = (who: Person, emails: string, parameters: object = {}) =>
    who.post('invites', { invitee_emails: emails, stream_ids: [], ...parameters });
  const invites = async (who: Person) =>
    (await who.ok('GET', 'invites')).invites as { id: number; email?: string; link_url?: string }[];
  const join = async (address: string, name = 'New Comer', password = SECRET) => {
    const browser = new Browser(world.url);
    const link = linkIn(await mailTo(world, address));
    const answer = await browser.submit(link, { full_name: name, password, password_again: password });
    return { browser, answer, link };
  };
  const accountOf = async (browser: Browser) => (await browser.json('GET', 'users/me')).body;

  it('create an account with role, channels and groups, and a session', async () => {
    await world.owner.subscribe('plans');
    const plans = await world.owner.channelId('plans');
    const { user_group_id: _, ...created } = await world.owner.ok('POST', 'user_groups/create', {
      name: 'writers',
      description: '',
      members: [],
    });
    const admin = await world.admin('adele');
    const queue = await world.owner.register({ event_types: ['invites_changed', 'realm_user'] });
    const whole = await world.owner.register();
    expect(
      await invite(world.owner, 'Nina <nina@example.net>', {
        stream_ids: [plans],
        group_ids: [created.group_id],
        invite_as: 300,
        invite_expires_in_minutes: 60,
        include_realm_default_subscriptions: true,
        welcome_message_custom_text: 'Good to have you.',
      }),
    ).toMatchObject({ status: 200, body: { result: 'success', msg: '' } });
    const [listed] = await invites(admin);
    expect(listed).toEqual({
      id: expect.any(Number),
      invited_by_user_id: world.owner.id,
      invited: expect.any(Number),
      expiry_date: expect.any(Number),
      invited_as: 300,
      email: 'nina@example.net',
      notify_referrer_on_join: true,
      is_multiuse: false,
    });
    expect((await admin.ok('GET', 'invites/overview')).invites).toEqual([
      {
        ...listed,
        ...{ stream_ids: [plans], group_ids: [created.group_id], include_realm_default_subscriptions: true },
      },
    ]);
    const { invited, expiry_date } = listed as unknown as { invited: number; expiry_date: number };
    expect(expiry_date - invited).toBe(3600);

    const { browser, answer } = await join('nina@example.net', 'Nina Newcomer');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const me = await accountOf(browser);
    expect(me).toMatchObject({ full_name: 'Nina Newcomer', delivery_email: 'nina@example.net', role: 300 });
    const { subscriptions } = (await browser.json('GET', 'users/me/subscriptions')).body as unknown as {
      subscriptions: { name: string }[];
    };
    expect(subscriptions.map(({ name }) => name).sort()).toEqual(['general', 'plans']);
    const { members } = await world.owner.ok('GET', `user_groups/${created.group_id as number}/members`);
    expect(members).toEqual([me.user_id]);
    expect(await admin.ok('GET', 'invites')).toEqual({ result: 'success', msg: '', invites: [] });
    expect(await admin.ok('GET', 'invites/overview')).toEqual({
      ...{ result: 'success', msg: '', invites: [], mails_are_sent: false },
      accepted: [
        {
          ...{ invite_id: listed!.id, user_id: me.user_id, accepted: expect.any(Number), invited_as: 300 },
          ...{ invited_by_user_id: world.owner.id, is_multiuse: false },
        },
      ],
    });
    expect((await ana.ok('GET', 'invites/overview')).accepted).toEqual([]);
    const events = await queue.drain();
    expect(events.map(({ type, op }) => [type, op])).toEqual([
      ['invites_changed', undefined],
      ['realm_user', 'add'],
      ['invites_changed', undefined],
    ]);
    await world.settled();
    await expectFreshSnapshot(whole);
    const said = await world.sql<{ content: string }>(
      `SELECT content FROM message WHERE conversation_id IS NOT NULL ORDER BY id`,
    );
    expect(said.map(({ content }) => content)).toEqual(
      expect.arrayContaining([
        'Good to have you.',
        `@_**Nina Newcomer|${me.user_id as number}** has accepted your invitation.`,
      ]),
    );
    const { status } = await world.request('POST', 'fetch_api_key', { username: 'nina@example.net', password: SECRET });
    expect(status).toBe(200);
  });

  it('subscribe only to the named channels if the default channels are left out', async () => {
    await ana.subscribe('garden');
    const garden = await ana.channelId('garden');
    await invite(ana, 'otto@example.net', { stream_ids: [garden], notify_referrer_on_join: false });
    const { browser } = await join('otto@example.net');
    const { subscriptions } = (await browser.json('GET', 'users/me/subscriptions')).body as unknown as {
      subscriptions: { name: string }[];
    };
    expect(subscriptions.map(({ name }) => name)).toEqual(['garden']);
  });

  it('are valid once, and for one of several requests at once', async () => {
    await invite(ana, 'race@example.net');
    const link = linkIn(await mailTo(world, 'race@example.net'));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        new Browser(world.url).submit(link, { full_name: 'Racer', password: SECRET, password_again: SECRET }),
      ),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.every(({ status }) => [303, 400, 404].includes(status))).toBe(true);
    expect((await new Browser(world.url).get(link)).status).toBe(404);
    const rows = await world.sql(`SELECT id FROM user_account WHERE delivery_email = 'race@example.net'`);
    expect(rows).toHaveLength(1);
  });

  it('stay valid after a form with errors, which the page explains', async () => {
    await invite(ana, 'form@example.net');
    const link = linkIn(await mailTo(world, 'form@example.net'));
    const browser = new Browser(world.url);
    for (const typed of [
      { full_name: 'Form', password: SECRET, password_again: 'another secret' },
      { full_name: 'Form', password: 'abc', password_again: 'abc' },
      { full_name: '', password: SECRET, password_again: SECRET },
      { full_name: '@**x**', password: SECRET, password_again: SECRET },
    ]) {
      const answer = await browser.submit(link, typed);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('role="alert"');
    }
    expect((await browser.submit(link, { full_name: 'Form', password: SECRET, password_again: SECRET })).status).toBe(
      303,
    );
  });

  it('skip addresses that cannot be invited, which the answer lists', async () => {
    const gone = await world.member('gone');
    await gone.ok('PATCH', 'settings', { email_address_visibility: 1 });
    await world.owner.ok('DELETE', `users/${gone.id}`);
    const some = await invite(ana, `${ana.email}\n${gone.email}, fresh@example.net`);
    expect(some).toMatchObject({
      status: 400,
      body: {
        code: 'INVITATION_FAILED',
        errors: [
          [ana.email, expect.any(String), false],
          [gone.email, expect.any(String), true],
        ],
        sent_invitations: true,
        daily_limit_reached: false,
        license_limit_reached: false,
      },
    });
    expect(await mailsTo(world, 'fresh@example.net')).toHaveLength(1);
    const none = await invite(ana, `not an address, other@example.net`);
    expect(none.body).toMatchObject({
      code: 'INVITATION_FAILED',
      errors: [['not an address', expect.any(String), false]],
      sent_invitations: false,
    });
    expect(await mailsTo(world, 'other@example.net')).toEqual([]);
    expect((await invite(ana, ana.email)).body).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false });
    expect((await invite(ana, ' , ')).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('can be resent, with a new expiry, and revoked', async () => {
    await invite(ana, 'again@example.net');
    const invitation = (await invites(ana)).find(({ email }) => email === 'again@example.net')!;
    await ana.ok('POST', `invites/${invitation.id}/resend`);
    const mails = await mailsTo(world, 'again@example.net');
    expect(mails).toHaveLength(2);
    expect(linkIn(mails[1])).toBe(linkIn(mails[0]));
    const link = linkIn(mails[0]);
    await ana.ok('DELETE', `invites/${invitation.id}`);
    expect((await new Browser(world.url).get(link)).status).toBe(404);
    expect((await ana.delete(`invites/${invitation.id}`)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await ana.post(`invites/${invitation.id}/resend`)).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('by link admit every visitor who confirms an email address', async () => {
    const { invite_link } = await world.owner.ok('POST', 'invites/multiuse', {
      stream_ids: [general],
      invite_as: 600,
      invite_expires_in_minutes: null,
      group_ids: [],
      include_realm_default_subscriptions: false,
      welcome_message_custom_text: '',
    });
    const path = new URL(invite_link as string).pathname;
    expect(await invites(world.owner)).toContainEqual(
      expect.objectContaining({ link_url: invite_link, is_multiuse: true, expiry_date: null, invited_as: 600 }),
    );
    for (const address of ['one@example.net', 'two@example.net']) {
      const asked = await new Browser(world.url).submit(path, { email: address });
      expect(asked.status).toBe(200);
      const { browser } = await join(address);
      expect(await accountOf(browser)).toMatchObject({ role: 600, delivery_email: address });
    }
    await new Browser(world.url).submit(path, { email: 'three@example.net' });
    const third = linkIn(await mailTo(world, 'three@example.net'));
    const { id } = (await invites(world.owner)).find(({ link_url }) => link_url === invite_link)!;
    expect((await world.owner.delete(`invites/${id}`)).body).toMatchObject({ code: 'BAD_REQUEST' });
    await world.owner.ok('DELETE', `invites/multiuse/${id}`);
    expect((await world.owner.delete(`invites/multiuse/${id}`)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await new Browser(world.url).get(path)).status).toBe(404);
    expect((await new Browser(world.url).get(third)).status).toBe(404);
  });

  it('expire', async () => {
    await invite(ana, 'late@example.net', { invite_expires_in_minutes: 5 });
    const link = linkIn(await mailTo(world, 'late@example.net'));
    await world.sql(`UPDATE invitation SET expires_at = now() - interval '1 s' WHERE email = 'late@example.net'`);
    expect((await new Browser(world.url).get(link)).status).toBe(404);
    expect((await invites(ana)).map(({ email }) => email)).not.toContain('late@example.net');
  });

  it('become invalid when the inviter is deactivated or loses the permission', async () => {
    const max = await world.admin('max');
    await invite(max, 'boss@example.net', { invite_as: 200 });
    await invite(max, 'hand@example.net');
    const [boss, hand] = await Promise.all(['boss@example.net', 'hand@example.net'].map((to) => mailTo(world, to)));
    const queue = await world.owner.register({ event_types: ['invites_changed'] });
    await world.setRole(max, 'member');
    expect((await new Browser(world.url).get(linkIn(boss))).status).toBe(404);
    expect((await new Browser(world.url).get(linkIn(hand))).status).toBe(200);
    await world.owner.ok('DELETE', `users/${max.id}`);
    expect((await new Browser(world.url).get(linkIn(hand))).status).toBe(404);
    expect((await queue.drain()).map(({ type }) => type)).toEqual(['invites_changed', 'invites_changed']);
  });

  it('are restricted to permitted senders, roles and channels', async () => {
    const gus = await world.guest('gus');
    const mia = await world.moderator('mia');
    await mia.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'closed' }],
      invite_only: true,
    });
    const closed = await mia.channelId('closed');
    const refusals: [Person, object, string][] = [
      [gus, {}, 'BAD_REQUEST'],
      [ana, { invite_as: 100 }, 'UNAUTHORIZED_PRINCIPAL'],
      [ana, { invite_as: 200 }, 'UNAUTHORIZED_PRINCIPAL'],
      [ana, { invite_as: 300 }, 'UNAUTHORIZED_PRINCIPAL'],
      [mia, { invite_as: 300 }, 'UNAUTHORIZED_PRINCIPAL'],
      [ana, { invite_as: 500 }, 'BAD_REQUEST'],
      [ana, { stream_ids: [closed] }, 'BAD_REQUEST'],
      [ana, { stream_ids: [987_654] }, 'BAD_REQUEST'],
      [ana, { group_ids: [1] }, 'BAD_REQUEST'],
      [ana, { group_ids: [987_654] }, 'BAD_REQUEST'],
      [ana, { invite_expires_in_minutes: 0 }, 'BAD_REQUEST'],
      [ana, { invite_expires_in_minutes: 'soon' }, 'BAD_REQUEST'],
    ];
    for (const [who, parameters, code] of refusals) {
      expect((await invite(who, 'refused@example.net', parameters)).body).toMatchObject({ result: 'error', code });
    }
    expect(await mailsTo(world, 'refused@example.net')).toEqual([]);
    expect((await ana.post('invites/multiuse')).body).toMatchObject({ code: 'BAD_REQUEST' });
    const ada = await world.admin('ada');
    expect((await ada.post('invites/multiuse', { invite_as: 100 })).body).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
    await invite(world.owner, 'foreign@example.net');
    const { id } = (await invites(world.owner)).find(({ email }) => email === 'foreign@example.net')!;
    expect((await invites(ana)).map((one) => one.id)).not.toContain(id);
    expect((await ana.delete(`invites/${id}`)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await ana.post(`invites/${id}/resend`)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await gus.get('invites')).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('to the role owner are visible and revocable for owners only', async () => {
    const adele = await world.admin('adrian');
    await invite(world.owner, 'peer@example.net', { invite_as: 100 });
    const { id } = (await invites(adele)).find(({ email }) => email === 'peer@example.net')!;
    await world.owner.ok('POST', 'invites/multiuse', { invite_as: 100 });
    const link = (await invites(adele)).find(
      (one) => one.link_url && (one as { invited_as?: number }).invited_as === 100,
    )!;
    for (const answer of [
      await adele.post(`invites/${id}/resend`),
      await adele.delete(`invites/${id}`),
      await adele.delete(`invites/multiuse/${link.id}`),
    ])
      expect(answer).toMatchObject({ status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } });
  });

  it('are removed when the address gets an account in another way', async () => {
    await invite(ana, 'other.way@example.org');
    await world.member('other way');
    expect((await invites(ana)).map(({ email }) => email)).not.toContain('other.way@example.org');
  });

  it('are limited per day, for the whole organization', async () => {
    await world.sql(
      `INSERT INTO invitation_tally VALUES ($1, current_date, 500)
       ON CONFLICT (organization_id, day) DO UPDATE SET sent = 500`,
      [world.organizationId],
    );
    expect((await invite(ana, 'much@example.net')).body).toMatchObject({
      code: 'INVITATION_FAILED',
      daily_limit_reached: true,
      sent_invitations: false,
    });
    const [{ id }] = await world.sql<{ id: string }>(`SELECT id FROM invitation WHERE email IS NOT NULL LIMIT 1`);
    expect((await world.owner.post(`invites/${id}/resend`)).body).toMatchObject({ code: 'INVITATION_FAILED' });
    await world.sql('DELETE FROM invitation_tally');
  });

  it('are logged in the audit log', async () => {
    await invite(ana, 'logged@example.net');
    const { id } = (await invites(ana)).find(({ email }) => email === 'logged@example.net')!;
    await ana.ok('DELETE', `invites/${id}`);
    const rows = await world.sql<{ action: string; actor_id: string }>(
      `SELECT action, actor_id FROM audit_log WHERE object_type = 'invitation' AND object_id = $1 ORDER BY sequence`,
      [id],
    );
    expect(rows.map(({ action, actor_id }) => [action, Number(actor_id)])).toEqual([
      ['created', ana.id],
      ['revoked', ana.id],
    ]);
  });
});

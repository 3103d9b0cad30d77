import { Workers } from '@app/platform';
import { Browser } from '../../support/browser';
import { MailServer } from '../../support/mail-server';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Mails about missed messages, by the settings of each user. */
describe('missed messages', () => {
  let world: World;
  let server: MailServer;
  let bo: Person;
  let count = 0;
  beforeAll(async () => {
    server = await MailServer.start();
    world = await World.start({ PARLEY_SMTP_URL: server.url, PARLEY_MAIL_FROM: 'chat@example.org' });
    bo = await world.member('bo');
    await bo.subscribe(['plans', 'quiet']);
  });
  afterAll(async () => {
    await world.stop();
    await server.close();
  });

  /** A user of the test's own, subscribed to a channel. */
  const somebody = async (channel = 'plans') => {
    const person = await world.member(`reader${++count}`);
    if (channel) await person.subscribe(channel);
    return person;
  };
  /** Runs the check of new messages, which the server runs every two seconds. */
  const looked = async () => {
    const [{ id }] = await world.sql<{ id: string }>('SELECT last_value AS id FROM message_id_seq');
    world.service(Workers).nudge('missed_messages');
    await until(async () => {
      world.service(Workers).nudge('missed_messages');
      world.service(Workers).nudge('missed_edits');
      const [{ upto }] = await world.sql<{ upto: string }>('SELECT upto FROM missed_message_cursor');
      return Number(upto) >= Number(id) && (await world.sql('SELECT FROM missed_edit')).length === 0;
    });
  };
  /** Runs the mails of all users, as if the waiting time were over. */
  const later = async () => {
    await looked();
    await world.sql(`UPDATE missed_message SET due_at = now()`);
    await until(async () => {
      world.service(Workers).nudge('missed_message_mails');
      return (await world.sql('SELECT FROM missed_message WHERE due_at <= now()')).length === 0;
    });
    await until(async () => (await world.sql('SELECT FROM mail')).length === 0);
  };
  const missedBy = (person: Person) =>
    world.sql<{ message_id: string }>('SELECT message_id FROM missed_message WHERE user_id = $1', [person.id]);

  it('of direct conversations send one mail each, with the text and a link to unsubscribe', async () => {
    const ana = await somebody();
    await bo.sendTo([ana], 'First <b>thing</b>');
    await bo.sendTo([ana], 'Second thing');
    await world.owner.sendTo([ana], 'Something else');
    await later();
    const mails = server.to(ana.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Direct messages with Bo Example',
      'Direct messages with Olivia Owner',
    ]);
    const [mail] = mails;
    expect(mail.text).toMatch(/First <b>thing<\/b>[\s\S]*Second thing/);
    expect(mail.html).toContain('First &lt;b&gt;thing&lt;/b&gt;');
    expect(mail.text).toContain('/#narrow/dm/');
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    );
    expect(await missedBy(ana)).toEqual([]);
    await later();
    expect(server.to(ana.email)).toHaveLength(2);
  });

  it('send no link that is in the name of the sender', async () => {
    const ana = await somebody();
    const eve = await world.member('eve');
    await eve.ok('PATCH', 'settings', { full_name: 'Win at attacker.example' });
    await eve.sendTo([ana], 'Hello');
    await later();
    const [mail] = server.to(ana.email);
    expect(mail.text).toMatch(/Win at attacker example, /);
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain('attacker.example');
  });

  it('with mentions send a mail with channel and topic', async () => {
    const ana = await somebody();
    await ana.ok('PATCH', 'settings', { automatically_follow_topics_where_mentioned: false });
    await bo.send('plans', 'lunch', `@**${ana.fullName}** are you coming?`);
    await bo.send('plans', 'lunch', 'This is for nobody in particular.');
    await later();
    const [mail, ...others] = server.to(ana.email);
    expect([mail.subject, others]).toEqual(['#plans > lunch', []]);
    expect(mail.text).toContain('are you coming?');
    expect(mail.text).not.toContain('nobody in particular');
    expect(mail.text).toContain('/topic/lunch/near/');
  });

  it('with a mention include the rest of the topic, where a mention follows it', async () => {
    const ana = await somebody();
    await bo.send('plans', 'dinner', `@**${ana.fullName}** are you coming?`);
    await bo.send('plans', 'dinner', 'At seven.');
    await later();
    const [mail, ...others] = server.to(ana.email);
    expect([mail.subject, others]).toEqual(['#plans > dinner', []]);
    expect(mail.text).toMatch(/are you coming\?[\s\S]*At seven\./);
  });

  it('include mentions that an edit adds, and no mentions that an edit removes', async () => {
    const [ana, eva, ida, oda] = [await somebody(), await somebody(), await somebody(), await somebody()];
    await eva.ok('PATCH', 'settings', { automatically_follow_topics_where_mentioned: false });
    const [id, other] = [await bo.send('plans', 'supper', 'Who comes?'), await bo.send('plans', 'tea time', 'x')];
    const named = await bo.send('plans', 'supper', `Perhaps @**${eva.fullName}**?`);
    await ida.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await looked();
    const edit = (message: number, content: string) => bo.ok('PATCH', `messages/${message}`, { content });
    await edit(id, `Do @**${ana.fullName}** and @**${ida.fullName}** come?`);
    await edit(named, 'Perhaps nobody?');
    await later();
    expect(server.to(ana.email).map(({ subject }) => subject)).toEqual(['#plans > supper']);
    expect(server.to(ana.email)[0].text).toMatch(/Do @.* come\?/);
    for (const person of [eva, ida, oda]) expect(server.to(person.email)).toEqual([]);

    await edit(id, `Really, @**${ana.fullName}**?`);
    await edit(other, '@**all** Tea!');
    await looked();
    expect((await missedBy(ana)).map(({ message_id }) => Number(message_id))).toEqual([other]);
    await edit(other, 'No tea.');
    await later();
    expect(server.to(ana.email)).toHaveLength(1);
    expect(server.to(oda.email)).toEqual([]);
  });

  it('follow the settings: all of a channel, followed topics, wildcard mentions', async () => {
    const [all, one, follower, plain, muting] = [
      await somebody(),
      await somebody(),
      await somebody(),
      await somebody(),
      await somebody(),
    ];
    const plans = await bo.channelId('plans');
    await all.ok('PATCH', 'settings', { enable_stream_email_notifications: true });
    await one.ok('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: plans, property: 'email_notifications', value: true }],
    });
    await muting.ok('PATCH', 'settings', { enable_stream_email_notifications: true });
    await muting.ok('POST', 'user_topics', { stream_id: plans, topic: 'tea', visibility_policy: 1 });
    await follower.ok('POST', 'user_topics', { stream_id: plans, topic: 'tea', visibility_policy: 3 });
    await bo.send('plans', 'tea', 'Black or green?');
    await later();
    for (const person of [all, one, follower])
      expect(server.to(person.email).map(({ subject }) => subject)).toEqual(['#plans > tea']);
    for (const person of [plain, muting]) expect(server.to(person.email)).toEqual([]);

    await world.owner.subscribe('plans');
    await plain.ok('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: plans, property: 'wildcard_mentions_notify', value: false }],
    });
    await world.owner.send('plans', 'fire drill', '@**all** out!');
    await later();
    expect(server.to(one.email).map(({ subject }) => subject)).toContain('#plans > fire drill');
    expect(server.to(plain.email)).toEqual([]);
  });

  it('are left out once they are read, deleted, unreadable or disabled', async () => {
    const people = await Promise.all(['read', 'deleted', 'left', 'off', 'muted', 'gone'].map(() => somebody('')));
    const [read, deleted, left, off, muted, gone] = people;
    const ids: number[] = [];
    for (const person of [read, deleted, off, muted, gone]) ids.push(await bo.sendTo([person], 'Hello?'));
    await bo.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      invite_only: true,
      principals: [left.id, bo.id],
    });
    await bo.send('secret', 'plot', `@**${left.fullName}** psst`);
    await looked();
    for (const person of people) expect((await missedBy(person)).length).toBeGreaterThan(0);

    await read.ok('POST', 'messages/flags', { messages: [ids[0]], op: 'add', flag: 'read' });
    await world.sql('DELETE FROM message WHERE id = $1', [ids[1]]);
    await left.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['secret'] });
    await off.ok('PATCH', 'settings', { enable_offline_email_notifications: false });
    await muted.ok('POST', `users/me/muted_users/${bo.id}`);
    await world.owner.ok('DELETE', `users/${gone.id}`);
    await later();
    const about = (person: Person) => server.to(person.email).filter(({ text }) => /Hello\?|psst/.test(text ?? ''));
    for (const person of people) expect(about(person)).toEqual([]);
  });

  it('omit the text where the reader or the organization says so', async () => {
    const ana = await somebody('');
    const eva = await somebody('');
    await ana.ok('PATCH', 'settings', { message_content_in_email_notifications: false });
    await bo.sendTo([ana], 'the secret is 1234');
    await later();
    const [mail] = server.to(ana.email);
    expect(mail.subject).toBe('New messages');
    expect(`${mail.text}${mail.html}`).not.toMatch(/1234|Bo Example/);
    await world.owner.ok('PATCH', 'realm', { message_content_allowed_in_email_notifications: false });
    await bo.sendTo([eva], 'the secret is 5678');
    await later();
    await world.owner.ok('PATCH', 'realm', { message_content_allowed_in_email_notifications: true });
    expect(`${server.to(eva.email)[0].text}${server.to(eva.email)[0].html}`).not.toMatch(/5678|Bo Example/);
  });

  it('omit the content of spoilers', async () => {
    const ana = await somebody('');
    await bo.sendTo([ana], 'Look:\n```spoiler The end\nThe butler did it\n```\nafter');
    await later();
    const [mail] = server.to(ana.email);
    expect(mail.text).toContain('The end');
    expect(mail.text).toContain('after');
    expect(`${mail.text}${mail.html}`).not.toContain('butler');
  });

  it('name the organization where the reader says so', async () => {
    const ana = await somebody('');
    await ana.ok('PATCH', 'settings', { realm_name_in_email_notifications_policy: 2 });
    await bo.sendTo([ana], 'Hello');
    await later();
    expect(server.to(ana.email)[0].subject).toBe('[Parley] Direct messages with Bo Example');
  });

  it('wait for the time that the reader sets, and while the reader is active', async () => {
    const ana = await somebody('');
    await ana.ok('PATCH', 'settings', { email_notifications_batching_period_seconds: 3600 });
    await ana.ok('POST', 'users/me/presence', { status: 'active' });
    await bo.sendTo([ana], 'Are you there?');
    await looked();
    const [{ seconds }] = await world.sql<{ seconds: string }>(
      'SELECT extract(epoch FROM due_at - now()) AS seconds FROM missed_message WHERE user_id = $1',
      [ana.id],
    );
    expect(Number(seconds)).toBeGreaterThan(3500);
    await later();
    expect(server.to(ana.email)).toEqual([]);
    expect(await missedBy(ana)).toHaveLength(1);
    await world.sql(`UPDATE presence SET active_at = now() - interval '1 hour' WHERE user_id = $1`, [ana.id]);
    await later();
    expect(server.to(ana.email)).toHaveLength(1);
  });

  it('are disabled through the links in the mail alone, by users and by mail programs', async () => {
    for (const byProgram of [false, true]) {
      const ana = await somebody('');
      await bo.sendTo([ana], 'Hello');
      await later();
      const [mail] = server.to(ana.email);
      const url = mail.headers.find(({ key }) => key === 'list-unsubscribe')!.value.replace(/[<>]/g, '');
      const { pathname } = new URL(url);
      const answer = byProgram
        ? await new Browser(world.url).post(pathname, { 'List-Unsubscribe': 'One-Click' })
        : await new Browser(world.url).submit(pathname);
      expect(answer.status).toBe(200);
      const { user_settings } = await ana.ok('POST', 'register', { fetch_event_types: ['user_settings'] });
      expect(user_settings).toMatchObject({ enable_offline_email_notifications: false });
      const forged = pathname.replace(/\d+-/, `${bo.id}-`);
      expect((await new Browser(world.url).post(forged, {})).status).toBe(404);
    }
  });

  it('cost nothing in a send, and are checked once', async () => {
    const before = await world.sql('SELECT upto FROM missed_message_cursor');
    await bo.send('quiet', 'nothing', 'nobody is here');
    await looked();
    expect(await world.sql('SELECT upto FROM missed_message_cursor')).not.toEqual(before);
    expect(await missedBy(bo)).toEqual([]);
  });
});

describe('deactivation by an administrator', () => {
  it("sends a mail on request, with the administrator's comment", async () => {
    const server = await MailServer.start();
    const world = await World.start({ PARLEY_SMTP_URL: server.url });
    try {
      const [silent, without, plain, worded, own] = await Promise.all(
        ['silent', 'without', 'plain', 'worded', 'own'].map((name) => world.member(name)),
      );
      await world.owner.ok('DELETE', `users/${silent.id}`);
      await world.owner.ok('DELETE', `users/${without.id}`, { deactivation_notification_comment: 'null' });
      await world.owner.ok('DELETE', `users/${plain.id}`, { deactivation_notification_comment: '' });
      await world.owner.ok('DELETE', `users/${worded.id}`, {
        deactivation_notification_comment: 'Thank you <b>very</b> much.\nGood bye!',
      });
      await own.ok('DELETE', 'users/me');
      const [mail] = await server.arrived(worded.email);
      expect(mail.subject).toContain('was deactivated');
      expect(mail.text).toContain('> Thank you <b>very</b> much.\n> Good bye!');
      expect(mail.html).toContain('Thank you &lt;b&gt;very&lt;/b&gt; much.');
      const [bare] = await server.arrived(plain.email);
      expect(bare.text).not.toContain('has this to say');
      expect([silent, without, own].flatMap(({ email }) => server.to(email))).toEqual([]);
    } finally {
      await world.stop();
      await server.close();
    }
  });
});

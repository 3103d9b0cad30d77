import { leftBy } from '../../support/audit-log';
import { createOtherOrganization } from '../../support/other-organization';
import type { ApiResponse, Person } from '../../support/person';
import { ABSENT } from '../../support/requests-with-ids';
import { World } from '../../support/world';

interface Report {
  id: number;
  message_id: number;
  sender_id: number;
  reporter_id: number;
  report_type: string;
  description: string;
  reported_at: number;
  status: string;
  resolved_by: number | null;
  resolved_at: number | null;
  note: string;
}

interface Message {
  id: number;
  subject: string;
  content: string;
  sender_full_name: string;
  flags: string[];
}

const invalid = ({ status, body }: ApiResponse) => [status, body.code, body.msg];
const refused = (msg: string) => [400, 'BAD_REQUEST', msg];
const NOT_ENABLED = refused('Message reporting is not enabled in this organization.');

describe('reports of messages', () => {
  let world: World;
  let owner: Person;
  let mona: Person;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let channelId: number;
  let messageId: number;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [mona, ana, ben] = [await world.moderator('mona'), await world.member('ana'), await world.member('ben')];
    gus = await world.guest('gus');
    await owner.subscribe('the bench', { principals: [owner.id, mona.id], invite_only: true });
    channelId = await owner.channelId('the bench');
    await ana.subscribe('plans', { principals: [ana.id, ben.id, gus.id] });
    messageId = await ben.send('plans', 'bread', 'Buy **oats**');
  });
  afterAll(() => world.stop());

  const enable = (isEnabled = true) =>
    owner.ok('PATCH', 'realm', { moderation_request_channel_id: isEnabled ? channelId : -1 });
  const report = (person: Person, id: number | string, report_type: unknown = 'spam', description?: string) =>
    person.post(`messages/${id}/report`, { report_type, description });
  const told = async (apply_markdown = false): Promise<Message[]> => {
    const narrow = [{ operator: 'channel', operand: channelId }];
    const page = { anchor: 'oldest', num_before: 0, num_after: 1_000, apply_markdown, narrow };
    const { messages } = await mona.ok('GET', 'messages', page);
    return (messages as Message[]).filter(({ subject }) => subject.endsWith('moderation'));
  };
  const listed = async (filter = {}, person = mona) =>
    (await person.ok('GET', 'moderation/reports', filter)).reports as Report[];

  it('are refused without a channel for them, after the check of the parameters', async () => {
    expect(invalid(await report(ana, messageId))).toEqual(NOT_ENABLED);
    expect(invalid(await report(ana, ABSENT))).toEqual(NOT_ENABLED);
    expect(invalid(await report(ana, messageId, 'other'))).toEqual(refused('An explanation is required.'));
    expect(await listed()).toEqual([]);
  });

  describe('with a channel for reports', () => {
    beforeAll(() => enable());

    it.each(['spam', 'harassment', 'inappropriate', 'norms', 'other'])('accept the reason %s', async (reason) => {
      const before = await told();
      const { body } = await report(ana, messageId, reason, ' Enough! ');
      expect(body).toEqual({ result: 'success', msg: '' });
      const messages = await told();
      expect(messages).toHaveLength(before.length + 1);
      const { subject, content, sender_full_name, flags } = messages.at(-1)!;
      expect([subject, sender_full_name, flags]).toEqual(['Ben Example moderation', 'Notification Bot', []]);
      expect(content).toMatch(
        new RegExp(
          [
            `^@_\\*\\*Ana Example\\|${ana.id}\\*\\* reported a message sent by @_\\*\\*Ben Example\\|${ben.id}\\*\\* at <time:[-0-9T:]+Z>\\.`,
            '```quote',
            '\\*\\*[\\w ]+\\*\\*\\. Enough!',
            '```',
            `\`\`\`spoiler Original message: #\\*\\*plans>bread@${messageId}\\*\\*`,
            'Buy \\*\\*oats\\*\\*',
            '```$',
          ].join('\n'),
        ),
      );
      const html = (await told(true)).at(-1)!.content;
      const plans = await ana.channelId('plans');
      expect(html).toContain(`href="/#narrow/channel/${plans}-plans/topic/bread/near/${messageId}"`);
      expect(html).toContain(`<span class="user-mention silent" data-user-id="${ben.id}">Ben Example</span>`);
      expect((await listed())[0]).toMatchObject({ message_id: messageId, report_type: reason, description: 'Enough!' });
    });

    it('require a description only for the reason "other"', async () => {
      expect((await report(ana, messageId, 'spam', '   ')).status).toBe(200);
      expect((await told()).at(-1)!.content).toContain('**Spam**.\n');
      for (const words of [undefined, '', ' \n '])
        expect(invalid(await report(ana, messageId, 'other', words))).toEqual(refused('An explanation is required.'));
      expect((await report(ana, messageId, 'norms', 'ä'.repeat(1_000))).status).toBe(200);
      expect(invalid(await report(ana, messageId, 'norms', 'ä'.repeat(1_001)))).toEqual(
        refused('description is too long (limit: 1000 characters)'),
      );
      expect(invalid(await report(ana, messageId, 'boredom'))).toEqual(refused('Invalid report_type'));
      expect((await ana.post(`messages/${messageId}/report`)).body).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'report_type',
      });
    });

    it('are accepted from every user who can read the message, its sender too, repeatedly', async () => {
      const before = (await told()).length;
      for (const person of [gus, ben, ben, owner]) expect((await report(person, messageId)).status).toBe(200);
      expect(await told()).toHaveLength(before + 4);
      expect((await listed()).slice(0, 4).map(({ reporter_id }) => reporter_id)).toEqual(
        [owner, ben, ben, gus].map(({ id }) => id),
      );
    });

    it('are refused alike for unknown and unreadable messages', async () => {
      await ben.subscribe('closed', { invite_only: true });
      const secret = await ben.send('closed', 'a', 'secret');
      const theirs = await ben.sendTo([owner], 'between us');
      const [before, rows] = [(await told()).length, (await listed()).length];
      for (const id of [secret, theirs, ABSENT, 'x', '-1', '9007199254740993'])
        for (const person of [ana, gus, mona])
          expect(invalid(await report(person, id))).toEqual(refused('Invalid message(s)'));
      expect(await told()).toHaveLength(before);
      expect(await listed()).toHaveLength(rows);
    });

    it('of a direct message list its participants, and link to it', async () => {
      const alone = await ben.sendTo([ana], 'psst');
      const group = await ben.sendTo([ana, gus], 'psst, all');
      await report(ana, alone, 'harassment');
      await report(gus, group, 'harassment');
      const [one, other] = (await told()).slice(-2).map(({ content }) => content);
      expect(one).toContain(`Ben Example|${ben.id}** to @_**Ana Example|${ana.id}** at `);
      expect(one).toContain(`](/#narrow/dm/${[ana.id, ben.id].join(',')}-dm/near/${alone})`);
      expect(other).toContain(`@_**Ana Example|${ana.id}**, @_**Gus Example|${gus.id}** at `);
      expect((await told(true)).at(-1)!.content).toContain(`/near/${group}"`);
    });

    it('mention no user, and give access to no file', async () => {
      const loud = await ben.send('plans', 'bread', `@**all** @**Mona Example** @**Mona Example|${mona.id}**`);
      await report(ana, loud, 'other', `@**all** @**Mona Example|${mona.id}**`);
      const { flags, id } = (await told()).at(-1)!;
      expect(flags).toEqual([]);
      expect((await owner.ok('GET', `messages/${id}`)).message).toMatchObject({ flags: [] });
    });

    it('escape and truncate their parts', async () => {
      const nasty = await ben.send('plans', 'a `b` > c', '````\n```spoiler x\n`````');
      await report(ana, nasty, 'other', '```js\nunclosed');
      const [html] = (await told(true)).slice(-1).map(({ content }) => content);
      expect(html).toMatch(/<\/blockquote>\n<div class="spoiler-block">.*<\/div><\/div>$/s);
      expect(html).toContain(`/near/${nasty}"`);
      const long = await ben.send('plans', 'bread', 'ö'.repeat(10_000));
      await report(ana, long, 'norms', 'x'.repeat(1_000));
      expect((await told()).at(-1)!.content).toMatch(/ö\n\[message truncated\]\n```$/);
    });

    it('are sent to the empty topic where only that is allowed', async () => {
      const options = { invite_only: true, principals: [owner.id, mona.id], topics_policy: 'empty_topic_only' };
      await owner.subscribe('one topic', options);
      const id = await owner.channelId('one topic');
      await owner.ok('PATCH', 'realm', { moderation_request_channel_id: id });
      await report(ana, messageId);
      const narrow = [{ operator: 'channel', operand: id }];
      const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow, allow_empty_topic_name: true };
      expect((await mona.ok('GET', 'messages', page)).messages).toMatchObject([{ subject: '' }]);
      await owner.ok('DELETE', `streams/${id}`);
      expect(invalid(await report(ana, messageId))).toEqual(NOT_ENABLED);
      await enable();
    });

    it('of limited guests name users as the moderators see them', async () => {
      const { user_groups } = await owner.ok('GET', 'user_groups');
      const group = (name: string) => (user_groups as { id: number; name: string }[]).find((one) => one.name === name)!;
      const limit = (name: string) =>
        owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: group(name).id } });
      await limit('role:members');
      await report(gus, messageId);
      expect((await told()).at(-1)!.content).toContain(`@_**Ben Example|${ben.id}**`);
      await limit('role:everyone');
    });
  });

  describe('are resolved', () => {
    beforeAll(() => enable());

    it('by moderators, administrators and owners only', async () => {
      await report(ana, messageId);
      const [{ id }] = await listed();
      for (const person of [ana, ben, gus]) {
        const answers = [
          await person.get('moderation/reports'),
          await person.patch(`moderation/reports/${id}`),
          await person.patch(`moderation/reports/${ABSENT}`),
        ];
        for (const { status, body } of answers) expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      }
      expect((await listed({}, owner))[0].id).toBe(id);
      await world.setRole(mona, 'member');
      expect((await mona.get('moderation/reports')).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
      await world.setRole(mona, 'moderator');
    });

    it('once, with the user, the time, and a note', async () => {
      await report(ana, messageId, 'spam', 'Oats again');
      const [before] = await listed();
      const seconds = Math.floor(Date.now() / 1_000);
      expect(before).toEqual({
        id: before.id,
        message_id: messageId,
        sender_id: ben.id,
        reporter_id: ana.id,
        report_type: 'spam',
        description: 'Oats again',
        reported_at: expect.any(Number),
        status: 'open',
        resolved_by: null,
        resolved_at: null,
        note: '',
      });
      const change = async (person: Person, wish = {}) =>
        (await person.ok('PATCH', `moderation/reports/${before.id}`, wish)).report as Report;
      const entries = await leftBy(world, async () => {
        const resolved = await change(mona, { note: 'Talked to Ben' });
        expect(resolved).toEqual({
          ...before,
          status: 'resolved',
          resolved_by: mona.id,
          resolved_at: expect.any(Number),
          note: 'Talked to Ben',
        });
        expect(resolved.resolved_at).toBeGreaterThanOrEqual(seconds);
        expect(await change(owner)).toEqual(resolved);
        expect(await change(owner, { note: 'Twice', status: 'resolved' })).toEqual({ ...resolved, note: 'Twice' });
        expect(await change(owner, { status: 'open' })).toEqual({ ...before, note: 'Twice' });
      });
      expect(
        entries.map(({ action, object_type, object_id, actor_id }) => [action, object_type, object_id, actor_id]),
      ).toEqual([
        ['resolved', 'report', before.id, mona.id],
        ['noted', 'report', before.id, owner.id],
        ['reopened', 'report', before.id, owner.id],
      ]);
      expect([entries[0].before, entries[0].after]).toEqual([{ resolved: false }, { resolved: true }]);
      expect(JSON.stringify(entries)).not.toContain('Ben');
    });

    it('but not by another organization', async () => {
      const other = await createOtherOrganization(world);
      const [foreign] = await world.sql<{ id: number }>(
        `INSERT INTO report (organization_id, message_id, sender_id, reporter_id, reason, description, reported_at)
         SELECT organization_id, 1, id, id, 'spam', '', now() FROM user_account WHERE id = $1 RETURNING id::int AS id`,
        [other.userId],
      );
      for (const id of [foreign.id, ABSENT, 'x', '-1', '9007199254740993'])
        expect(invalid(await mona.patch(`moderation/reports/${id}`))).toEqual(refused('Report does not exist'));
      expect((await listed()).map(({ id }) => id)).not.toContain(foreign.id);
    });

    it('and listed in pages, newest first, open ones separately', async () => {
      for (let at = 0; at < 3; at++) await report(ana, messageId);
      const [newest, next] = await listed();
      await mona.ok('PATCH', `moderation/reports/${next.id}`);
      const all = await listed();
      const page = await mona.ok('GET', 'moderation/reports', { limit: 2, before_id: newest.id });
      expect((page.reports as Report[]).map(({ id }) => id)).toEqual(all.slice(1, 3).map(({ id }) => id));
      expect(page.found_oldest).toBe(false);
      expect((await mona.ok('GET', 'moderation/reports', { before_id: 1 })).found_oldest).toBe(true);
      const ids = (reports: Report[]) => reports.map(({ id }) => id);
      expect(ids(await listed({ status: 'open' }))).toEqual(ids(all.filter(({ status }) => status === 'open')));
      expect(ids(await listed({ status: 'resolved' }))).toEqual([next.id]);
      for (const limit of [0, 1_001])
        expect((await mona.get('moderation/reports', { limit })).body.code).toBe('BAD_REQUEST');
    });
  });
});

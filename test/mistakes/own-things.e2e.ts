import { OtherOrganization, createOtherOrganization } from '../support/other-organization';
import type { Person } from '../support/person';
import { ABSENT, Request } from '../support/requests-with-ids';
import { World } from '../support/world';

/** Mistakes about personal objects, reports, and what clients open. */
describe('mistakes about personal objects and reports', () => {
  let world: World;
  let foreign: OtherOrganization;
  let owner: Person;
  let mona: Person;
  let ana: Person;
  let bea: Person;
  let channelId: number;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [mona, ana, bea] = [await world.moderator('mona'), await world.member('ana'), await world.member('bea')];
    foreign = await createOtherOrganization(world);
    await owner.subscribe('the bench', { invite_only: true });
    channelId = await owner.channelId('the bench');
    await owner.ok('PATCH', 'realm', { moderation_request_channel_id: channelId });
  });
  afterAll(() => world.stop());

  const draft = { type: '', to: [] as number[], topic: '', content: 'mine' };
  const told = async (person: Person, [method, path, parameters]: Request, id: number | string): Promise<string> => {
    const { status, body } = await world.request(method, path, parameters, person.authorization);
    return `${status} ${JSON.stringify(body)}`.replaceAll(String(id), '#');
  };

  /** Creates a personal object of a user, with the requests that take its id. */
  const THINGS: [string, (author: Person) => Promise<number | string>, ((id: number | string) => Request)[]][] = [
    [
      'drafts',
      async (author) => ((await author.ok('POST', 'drafts', { drafts: [draft] })).ids as number[])[0],
      [(id) => ['PATCH', `drafts/${id}`, { draft }], (id) => ['DELETE', `drafts/${id}`]],
    ],
    [
      'saved snippets',
      async (author) =>
        (await author.ok('POST', 'saved_snippets', { title: 'a', content: 'b' })).saved_snippet_id as number,
      [(id) => ['PATCH', `saved_snippets/${id}`, { title: 'mine' }], (id) => ['DELETE', `saved_snippets/${id}`]],
    ],
    [
      'navigation views',
      async (author) => {
        await author.ok('POST', 'navigation_views', { fragment: 'theirs', is_pinned: true, name: 'Theirs' });
        return 'theirs';
      },
      [(id) => ['PATCH', `navigation_views/${id}`, { is_pinned: false }], (id) => ['DELETE', `navigation_views/${id}`]],
    ],
  ];

  it.each(THINGS)(
    '1 and 2: %s of another user get the answer for unknown ones, for owners too',
    async (_, make, requests) => {
      const id = await make(ana);
      for (const person of [bea, owner]) {
        for (const request of requests) {
          const absent = await told(person, request(ABSENT), ABSENT);
          expect(absent).toMatch(/^400 /);
          expect(await told(person, request(id), id)).toBe(absent);
        }
      }
      for (const request of requests) expect(await told(ana, request(id), id)).toMatch(/^200 /);
    },
  );

  it.each(THINGS)('3: events of %s go to their author only', async (_, make, requests) => {
    const queues = await Promise.all([bea, owner].map((person) => person.register()));
    const id = await make(ana);
    for (const request of requests) await told(ana, request(id), id);
    for (const queue of queues) expect(await queue.drain()).toEqual([]);
  });

  it('2, 5 and 13: reports reveal nothing of unreadable messages', async () => {
    await ana.subscribe('closed', { invite_only: true, history_public_to_subscribers: false });
    const early = await ana.send('closed', 'a', 'early');
    await ana.subscribe('closed', { principals: [bea.id] });
    const gone = await ana.send('closed', 'a', 'late');
    expect((await bea.post(`messages/${gone}/report`, { report_type: 'spam' })).status).toBe(200);
    await bea.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['closed'] });
    const request = (id: number | string): Request => ['POST', `messages/${id}/report`, { report_type: 'spam' }];
    for (const id of [early, gone])
      for (const person of [bea, owner])
        expect(await told(person, request(id), id)).toBe(await told(person, request(ABSENT), ABSENT));
    const rows = (await mona.ok('GET', 'moderation/reports')).reports as object[];
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/early|late|closed/);
  });

  it('14: reports, channels and users of another organization get the answer for unknown ones', async () => {
    const [report] = await world.sql<{ id: number }>(
      `INSERT INTO report (organization_id, message_id, sender_id, reporter_id, reason, description, reported_at)
       SELECT organization_id, 1, id, id, 'spam', '', now() FROM user_account WHERE id = $1 RETURNING id::int AS id`,
      [foreign.userId],
    );
    const requests: [number, (id: number) => Request][] = [
      [report.id, (id) => ['PATCH', `moderation/reports/${id}`]],
      [foreign.channelId, (id) => ['POST', 'drafts', { drafts: [{ ...draft, type: 'stream', to: [id] }] }]],
      [foreign.userId, (id) => ['POST', 'drafts', { drafts: [{ ...draft, type: 'private', to: [id] }] }]],
    ];
    for (const [id, request] of requests)
      expect(await told(owner, request(id), id)).toBe(await told(owner, request(ABSENT), ABSENT));
  });

  it('17: a former moderator cannot resolve reports', async () => {
    await mona.ok('GET', 'moderation/reports');
    await world.setRole(mona, 'member');
    expect((await mona.get('moderation/reports')).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
    await world.setRole(mona, 'moderator');
  });

  it.each<[string, unknown]>([
    ['a draft in a list of lists', [[draft]]],
    ['a prototype', [JSON.parse('{"type":"","to":[],"topic":"","content":"a","__proto__":{"id":1}}')]],
    ['JSON in JSON', JSON.stringify([draft])],
    ['a number', 5],
    ['numbers as texts', [{ ...draft, type: 'private', to: ['5'] }]],
    ['a text that is an object', [{ ...draft, content: { $ne: 1 } }]],
    ['a text that is a list', [{ ...draft, topic: ['a'] }]],
    ['an id beyond all ids', [{ ...draft, type: 'private', to: [1e300] }]],
    ['a channel below all ids', [{ ...draft, type: 'stream', to: [-1] }]],
    ['a fraction of a channel', [{ ...draft, type: 'stream', to: [1.5] }]],
    ['a time beyond all times', [{ ...draft, timestamp: 1e300 }]],
    ['half a character', [{ ...draft, type: '\ud800' }]],
  ])('18 to 20: %s is no draft', async (_, drafts) => {
    const { status, body } = await ana.post('drafts', { drafts: JSON.stringify(drafts) });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await ana.ok('GET', 'drafts')).count).toBe(0);
  });

  it.each(['a\u202eb', '\u200b', 'ﬁ', 'İ', '😀'.repeat(59)])('19: the text %j is returned unchanged', async (text) => {
    const place = { type: 'stream', to: [channelId], topic: text, content: text };
    const [id] = (await owner.ok('POST', 'drafts', { drafts: [place] })).ids as number[];
    expect((await owner.ok('GET', 'drafts')).drafts).toMatchObject([place]);
    await owner.ok('DELETE', `drafts/${id}`);
    await owner.ok('POST', 'navigation_views', { fragment: text, is_pinned: true, name: text });
    expect((await owner.ok('GET', 'navigation_views')).navigation_views).toMatchObject([
      { fragment: text, name: text },
    ]);
    await owner.ok('DELETE', `navigation_views/${encodeURIComponent(text)}`);
  });

  it.each([
    'javascript:{+code}',
    'javascript:alert(1)//{code}',
    ' jAvAsCrIpT:{code}',
    'java\tscript:{code}',
    'data:text/html,{+code}',
    'vbscript:{code}',
    'blob:{+code}',
    '{+code}',
    'j{+code}',
  ])('21: the playground %s, which could run a script, is refused', async (url_template) => {
    const { status, body } = await owner.post('realm/playgrounds', {
      name: 'x',
      pygments_language: 'js',
      url_template,
    });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('21: the text of reports is escaped', async () => {
    const id = await ana.send('the bench', 'x', 'Hello').catch(() => null);
    expect(id).toBeNull();
    await ana.subscribe('open');
    const evil = '<script>alert(1)</script> [a](javascript:alert(1)) "><img src=x onerror=alert(1)>';
    const messageId = await ana.send('open', '`<b>` ** ](x', evil);
    await bea.ok('POST', `messages/${messageId}/report`, { report_type: 'other', description: evil });
    const narrow = [{ operator: 'channel', operand: channelId }];
    const { messages } = await owner.ok('GET', 'messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    const [{ content }] = messages as { content: string }[];
    expect(content).not.toMatch(/<(script|img)|(href|src)="javascript:|<[^>]* on\w+=/);
    expect(content).toContain(`/near/${messageId}"`);
  });

  it('25: concurrent drafts are stored once each, and a report is resolved once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => ana.ok('POST', 'drafts', { drafts: [{ ...draft, content: `${at}` }] })),
    );
    const ids = answers.flatMap((answer) => answer.ids as number[]);
    expect(new Set(ids).size).toBe(6);
    const removals = await Promise.all(Array.from({ length: 6 }, () => ana.delete(`drafts/${ids[0]}`)));
    expect(removals.filter(({ status }) => status === 200)).toHaveLength(1);
    const [{ id }] = (await mona.ok('GET', 'moderation/reports')).reports as { id: number }[];
    const dealt = await Promise.all(
      [mona, owner, mona, owner].map((one) => one.ok('PATCH', `moderation/reports/${id}`)),
    );
    expect(new Set(dealt.map(({ report }) => (report as { resolved_by: number }).resolved_by)).size).toBe(1);
  });
});

import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { gif, png, shown, sizeOf, unfit, upload } from '../../support/picture-uploads';
import { World } from '../../support/world';

interface Emoji {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: number;
}

describe('custom emoji', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let ben: Person;
  let cleo: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    alma = await world.admin('alma');
    ben = await world.member('ben');
    cleo = await world.member('cleo');
    gus = await world.guest('gus');
    await owner.subscribe('play', { principals: [owner.id, ben.id] });
  });
  afterAll(() => world.stop());

  const listed = async (person = ben) => (await person.ok('GET', 'realm/emoji')).emoji as Record<string, Emoji>;
  const named = async (name: string) =>
    Object.values(await listed()).find((one) => one.name === name && !one.deactivated);
  const add = async (name: string, picture?: Buffer, person = ben) => {
    const { status, body } = await upload(person, `realm/emoji/${name}`, [picture ?? (await png(200, 100))]);
    expect([status, body.msg]).toEqual([200, '']);
    return (await named(name))!;
  };

  it('converts images to 64 by 64 pixels, at an address that cannot be guessed, with a safe content type', async () => {
    const emoji = await add('party_blob');
    expect(emoji).toEqual({
      id: expect.stringMatching(/^\d+$/) as unknown,
      name: 'party_blob',
      source_url: expect.stringMatching(/^\/user_avatars\/\d+\/emoji\/images\/[\w-]{24}\.png$/) as unknown,
      still_url: null,
      deactivated: false,
      author_id: ben.id,
    });
    const picture = await shown(emoji.source_url, world.url);
    expect([picture.status, picture.type]).toEqual([200, 'image/png']);
    expect(await sizeOf(picture.bytes)).toEqual([64, 64, 1]);
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    expect(picture.headers.get('cache-control')).toMatch(/public.*immutable/);
  });

  it('keeps animations and adds a still picture', async () => {
    const emoji = await add('wave_loop', await gif());
    expect(emoji.source_url).toMatch(/\.gif$/);
    const [moving, still] = [await shown(emoji.source_url, world.url), await shown(emoji.still_url!, world.url)];
    expect([moving.type, still.type]).toEqual(['image/gif', 'image/png']);
    expect(await sizeOf(moving.bytes)).toEqual([64, 64, 2]);
    expect(await sizeOf(still.bytes)).toEqual([64, 64, 1]);
  });

  it('sends the whole list in each event, with deactivated emoji', async () => {
    const queues = [await ben.register(), await gus.register({ fetch_event_types: ['realm_emoji'] })];
    const emoji = await add('told');
    await ben.ok('DELETE', 'realm/emoji/told');
    for (const queue of queues) {
      const told = (await queue.drain()).filter(({ type }) => type === 'realm_emoji');
      expect(told.map(({ op }) => op)).toEqual(['update', 'update']);
      expect(Object.keys(told[0]).sort()).toEqual(['id', 'op', 'realm_emoji', 'type']);
      const maps = told.map(({ realm_emoji }) => (realm_emoji as Record<string, Emoji>)[emoji.id]);
      expect(maps).toEqual([emoji, { ...emoji, deactivated: true }]);
      await expectFreshSnapshot(queue);
    }
    expect((await listed())[emoji.id]).toEqual({ ...emoji, deactivated: true });
    expect((await shown(emoji.source_url, world.url)).status).toBe(200);
  });

  it('renders custom emoji in messages, and the text after their removal', async () => {
    const content = async (id: number) =>
      ((await ben.ok('GET', `messages/${id}`)).message as { content: string }).content;
    const { source_url } = await add('our_cake');
    const id = await ben.send('play', 'a', 'have :our_cake:');
    expect(await content(id)).toBe(
      `<p>have <img alt=":our_cake:" class="emoji" src="${source_url}" title="our cake"></p>`,
    );
    await ben.ok('DELETE', 'realm/emoji/our_cake');
    expect(await content(await ben.send('play', 'a', 'have :our_cake:'))).not.toContain('<img');
  });

  it('accepts names of small letters, digits, hyphens and underscores', async () => {
    const emoji = await add(encodeURIComponent(' two words '));
    expect(emoji).toBeUndefined();
    expect((await named('two_words'))!.author_id).toBe(ben.id);
    for (const name of ['Upper', 'ünlich', 'semi;colon', 'ends-', 'ends_', 'ends.', '%20', 'x'.repeat(61)]) {
      const { status, body } = await upload(ben, `realm/emoji/${encodeURIComponent(name)}`, [await png()]);
      expect([name, status, body.code]).toEqual([name, 400, 'BAD_REQUEST']);
    }
  });

  it('rejects a name that is in use', async () => {
    const first = await add('twice');
    const { status, body } = await upload(cleo, 'realm/emoji/twice', [await png()]);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    await ben.ok('DELETE', 'realm/emoji/twice');
    const second = await add('twice', undefined, cleo);
    expect([second.id === first.id, second.author_id]).toEqual([false, cleo.id]);
  });

  it('adds one emoji when two users add the same name at once', async () => {
    const answers = await Promise.all(
      [ben, cleo, alma].map(async (one) => upload(one, 'realm/emoji/race', [await png()])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(Object.values(await listed()).filter(({ name }) => name === 'race')).toHaveLength(1);
  });

  it('lets only administrators override built-in emoji', async () => {
    for (const name of ['tada', 'zulip']) {
      const refused = await upload(ben, `realm/emoji/${name}`, [await png()]);
      expect([refused.status, refused.body.code]).toEqual([400, 'BAD_REQUEST']);
      await add(name, undefined, alma);
    }
    const id = await ben.send('play', 'a', ':tada:');
    const { content } = (await ben.ok('GET', `messages/${id}`)).message as { content: string };
    expect(content).toContain((await named('tada'))!.source_url);
  });

  it('lets only permitted users add emoji, and never guests', async () => {
    const { state } = await owner.register({ fetch_event_types: ['realm_user_groups'] });
    const groups = state.realm_user_groups as { id: number; name: string }[];
    const groupId = (name: string) => groups.find((one) => one.name === `role:${name}`)!.id;
    const attempt = async (person: Person, name: string) =>
      (await upload(person, `realm/emoji/${name}`, [await png()])).status;
    expect(await attempt(gus, 'guest')).toBe(400);
    await owner.ok('PATCH', 'realm', { can_add_custom_emoji_group: { new: groupId('administrators') } });
    expect([await attempt(cleo, 'mine'), await attempt(alma, 'hers')]).toEqual([400, 200]);
    const only = { direct_members: [cleo.id, gus.id], direct_subgroups: [] };
    await owner.ok('PATCH', 'realm', { can_add_custom_emoji_group: { new: only } });
    expect([await attempt(cleo, 'mine'), await attempt(gus, 'guest'), await attempt(ben, 'his')]).toEqual([
      200, 400, 400,
    ]);
    await owner.ok('PATCH', 'realm', { can_add_custom_emoji_group: { new: groupId('members') } });
  });

  it('lets the author and administrators remove an emoji', async () => {
    await add('own');
    const refused = await cleo.delete('realm/emoji/own');
    expect([refused.status, refused.body.code]).toEqual([400, 'BAD_REQUEST']);
    await ben.ok('DELETE', 'realm/emoji/own');
    await add('other');
    await alma.ok('DELETE', 'realm/emoji/other');
    for (const name of ['other', 'never-there']) {
      const { status, body } = await alma.delete(`realm/emoji/${name}`);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('rejects requests without exactly one valid picture', async () => {
    for (const [files, code] of await unfit()) {
      const { status, body } = await upload(ben, 'realm/emoji/odd', files);
      expect([status, body.code]).toEqual([400, code]);
    }
    expect(await named('odd')).toBeUndefined();
  });

  it('logs changes of emoji in the audit log', async () => {
    let id = 0;
    const entries = await leftBy(world, async () => {
      id = Number((await add('noted')).id);
      await alma.ok('DELETE', 'realm/emoji/noted');
    });
    const what = { name: 'noted', author_id: ben.id };
    expect(
      entries.map(({ action, object_type, object_id, actor_id, before, after }) => ({
        action,
        object_type,
        object_id,
        actor_id,
        before,
        after,
      })),
    ).toEqual([
      { action: 'created', object_type: 'custom_emoji', object_id: id, actor_id: ben.id, before: null, after: what },
      {
        action: 'deactivated',
        object_type: 'custom_emoji',
        object_id: id,
        actor_id: alma.id,
        before: what,
        after: null,
      },
    ]);
  });
});

describe('emoji files without authentication', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  it('serves the list of built-in emoji at an immutable address that changes with the content', async () => {
    const { state } = await world.owner.register({ fetch_event_types: ['realm'] });
    const url = state.server_emoji_data_url as string;
    const answer = await fetch(url);
    const { code_to_names } = (await answer.json()) as { code_to_names: Record<string, string[]> };
    expect(code_to_names['1f389']).toContain('tada');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toMatch(/public.*immutable/);
    const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag')! } });
    expect([again.status, (await again.text()).length]).toEqual([304, 0]);
    const ofAnotherVersion = await fetch(new URL('other.json', url));
    expect(ofAnotherVersion.headers.get('cache-control')).not.toContain('immutable');
    expect(await ofAnotherVersion.json()).toEqual({ code_to_names });
  });

  it('serves the picture of the emoji without a character and the placeholder of loading pictures', async () => {
    const emblem = await shown('/static/generated/emoji/images/emoji/unicode/zulip.png', world.url);
    expect([emblem.status, emblem.type, await sizeOf(emblem.bytes)]).toEqual([200, 'image/png', [64, 64, 1]]);
    const loader = await shown('/static/images/loading/loader-black.svg', world.url);
    expect([loader.status, loader.type]).toEqual([200, 'image/svg+xml']);
    expect(loader.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

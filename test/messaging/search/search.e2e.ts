import { Workers } from '@app/platform';
import { SearchIndexer } from '../../../libs/messaging/src/search/search-indexer.service';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface Found {
  id: number;
  content: string;
  match_content?: string;
  match_subject?: string;
}

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
const words = (operand: string, negated = false) => term('search', operand, negated);
const hit = (word: string) => `<span class="highlight">${word}</span>`;

const search = async (person: Person, narrow: unknown, parameters: object = {}): Promise<Found[]> => {
  const { messages } = await person.ok('GET', 'messages', {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow,
    ...parameters,
  });
  return messages as Found[];
};
const idsOf = (found: Found[]) => found.map(({ id }) => id);

describe('a search', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  const sent: Record<string, number> = {};

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe('open');
    const send = async (name: string, topic: string, content: string, from = ana) => {
      sent[name] = await from.send('open', topic, content);
    };
    await send('deploy', 'release', 'We are **deploying** the relay & the probe today');
    await send('probe', 'probes <b>', 'A second relay, and deployed twice', ben);
    await send('code', 'release', 'See `src/relay/main.ts` or https://docs.example.org/relay_guide');
    await send('tokyo', 'cities', '東京タワーへ行こう');
    await send('phrase', 'cities', 'To be or not to be: 100%_sure of the "Grand Tour"');
    await send('formula', 'maths', 'energy $$E = mc^2$$ of energy');
    sent.direct = await ana.sendTo([ben], 'a private relay');
    sent.note = await ana.sendTo([ana], 'relay, for myself');
  });
  afterAll(() => world.stop());

  const names = (found: Found[]) => found.map(({ id }) => Object.keys(sent).find((name) => sent[name] === id));
  const found = async (narrow: unknown, person = ana) => names(await search(person, narrow));

  it.each([
    ['relay', ['deploy', 'probe', 'code', 'direct', 'note']],
    ['RELAYS', ['deploy', 'probe', 'code', 'direct', 'note']],
    ['relay deploy', ['deploy', 'probe']],
    ['deploys the relays', ['deploy', 'probe']],
    ['relay absent', []],
    ['probe', ['deploy', 'probe']],
    ['main.ts', ['code']],
    ['main', ['code']],
    ['relay/main', ['code']],
    ['main/relay', []],
    ['guide', ['code']],
    ['東京', ['tokyo']],
    ['京東', []],
    ['"second relay"', ['probe']],
    ['"SECOND relay" deployed', ['probe']],
    ['"relay second"', []],
    ['"rand tou"', []],
    ['"grand tour"', ['phrase']],
    ['"100%_sure"', ['phrase']],
    ['"100__sure"', []],
    ['"to be or not"', []],
    ['"to be or not to be: 100"', ['phrase']],
    ['"or be"', []],
    ['"**deploying**"', ['deploy']],
    ['release', ['deploy', 'code']],
    ['"Release" relay', ['deploy', 'code']],
    ['the', []],
    ['the and of', []],
    ['->', []],
    ['span class highlight href', []],
  ])('for %s finds its messages', async (written, expected) => {
    expect(await found([words(written)])).toEqual(expected);
  });

  it('combines with other terms, and with further searches', async () => {
    expect(await found([words('relay'), term('channel', 'open')])).toEqual(['deploy', 'probe', 'code']);
    expect(await found([words('relay'), term('topic', 'release'), term('channel', 'open')])).toEqual([
      'deploy',
      'code',
    ]);
    expect(await found([words('relay'), term('sender', ben.id)])).toEqual(['probe']);
    expect(await found([words('relay'), term('is', 'dm')])).toEqual(['direct', 'note']);
    expect(await found([words('relay'), term('dm', [ben.id])])).toEqual(['direct']);
    expect(await found([words('relay'), term('has', 'link')])).toEqual(['code']);
    expect(await found([words('relay'), term('has', 'link', true), term('channel', 'open')])).toEqual([
      'deploy',
      'probe',
    ]);
    expect(await found([words('relay'), words('twice')])).toEqual(['probe']);
    expect(await found([words('relay'), words('the')])).toEqual(await found([words('relay')]));
    expect(await found([['search', 'twice']])).toEqual(['probe']);
    await ben.ok('POST', 'messages/flags', { messages: [sent.code], op: 'add', flag: 'starred' });
    expect(await found([words('relay'), term('is', 'starred')], ben)).toEqual(['code']);
    expect(await found([words('probe'), term('is', 'starred')], ben)).toEqual([]);
    expect(await found([words('relay'), term('is', 'starred', true), term('channel', 'open')], ben)).toEqual([
      'deploy',
      'probe',
    ]);
  });

  it('supports negation', async () => {
    expect(await found([words('relay'), words('deploy', true)])).toEqual(['code', 'direct', 'note']);
    expect(await found([words('relay', true), term('channel', 'open'), term('sender', ana.id)])).toEqual(
      expect.anything(),
    );
    const without = await found([words('relay', true), term('topic', 'cities'), term('channel', 'open')]);
    expect(without).toEqual(['tokyo', 'phrase']);
    expect(await found([words('"grand tour"', true), term('topic', 'cities'), term('channel', 'open')])).toEqual([
      'tokyo',
    ]);
  });

  it('pages around anchors in both directions', async () => {
    const narrow = [words('relay')];
    const page = await ana.ok('GET', 'messages', { anchor: sent.probe, num_before: 1, num_after: 1, narrow });
    expect(names(page.messages as Found[])).toEqual(['deploy', 'probe', 'code']);
    expect(page).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false });
    const oldest = await ana.ok('GET', 'messages', { anchor: 'oldest', num_before: 0, num_after: 2, narrow });
    expect(names(oldest.messages as Found[])).toEqual(['deploy', 'probe']);
    const selected = await ana.ok('GET', 'messages', { message_ids: Object.values(sent), narrow: [words('twice')] });
    expect(names(selected.messages as Found[])).toEqual(['probe']);
  });

  it('highlights matches in the text only', async () => {
    const [deploy] = await search(ana, [words('deploy the relay'), term('topic', 'release'), term('channel', 'open')]);
    expect(deploy).toMatchObject({
      id: sent.deploy,
      content: '<p>We are <strong>deploying</strong> the relay &amp; the probe today</p>',
      match_content: `<p>We are <strong>${hit('deploying')}</strong> the ${hit('relay')} &amp; the probe today</p>`,
      match_subject: 'release',
    });
    const [probe] = await search(ana, [words('probe b amp lt'), term('sender', ben.id)]).then((all) =>
      all.length > 0 ? all : search(ana, [words('probe'), term('sender', ben.id)]),
    );
    expect(probe.match_subject).toBe(`${hit('probes')} &lt;b&gt;`);
    const [code] = await search(ana, [words('relay guide docs')]);
    expect(code.match_content).toMatch(/href="https:\/\/docs\.example\.org\/relay_guide"/);
    expect(code.match_content).toContain(`${hit('relay')}_${hit('guide')}`);
    const [tokyo] = await search(ana, [words('東京')]);
    expect(tokyo.match_content).toBe(`<p>${hit('東京')}タワーへ行こう</p>`);
    const [formula] = await search(ana, [words('energy mc')]);
    expect(formula.match_content!.replace(/<math[^]*?<\/math>/g, '')).toContain(hit('energy'));
    expect(/<math[^]*?<\/math>/.exec(formula.match_content!)![0]).not.toContain('highlight');
  });

  it('highlights the Markdown source too, escaped', async () => {
    const [found] = await search(ana, [words('twice')], { apply_markdown: false });
    expect(found).toMatchObject({
      content: 'A second relay, and deployed twice',
      match_content: `<p>A second relay, and deployed ${hit('twice')}</p>`,
    });
  });

  it('names the empty topic as the client knows it', async () => {
    const id = await ana.send('open', '', 'nameless zebra');
    const subject = async (parameters: object) => (await search(ana, [words('zebra')], parameters))[0].match_subject;
    expect(await subject({ allow_empty_topic_name: true })).toBe('');
    expect(await subject({})).toBe('general chat');
    await ana.ok('DELETE', `messages/${id}`).catch(() => undefined);
  });

  it('has no highlights without a search term', async () => {
    const [first] = await search(ana, [term('channel', 'open')]);
    expect(Object.keys(first).filter((key) => key.startsWith('match_'))).toEqual([]);
  });

  it('highlights matches for messages of a narrow', async () => {
    const ask = async (narrow: unknown) =>
      (await ana.ok('GET', 'messages/matches_narrow', { msg_ids: [sent.deploy, sent.tokyo], narrow })).messages;
    expect(await ask([words('relay')])).toEqual({
      [sent.deploy]: {
        match_content: `<p>We are <strong>deploying</strong> the ${hit('relay')} &amp; the probe today</p>`,
        match_subject: 'release',
      },
    });
    expect(await ask([term('topic', 'cities')])).toEqual({
      [sent.tokyo]: { match_content: '<p>東京タワーへ行こう</p>', match_subject: 'cities' },
    });
  });

  it('finds a message sent just before, and not by words that were edited away', async () => {
    for (const round of [1, 2, 3]) {
      const id = await ben.send('open', 'now', `fresh walrus${round}`);
      expect(idsOf(await search(ben, [words(`walrus${round}`)]))).toEqual([id]);
      await ben.ok('PATCH', `messages/${id}`, { content: `stale penguin${round}` });
      expect(idsOf(await search(ben, [words(`walrus${round}`)]))).toEqual([]);
      expect(idsOf(await search(ben, [words(`penguin${round}`)]))).toEqual([id]);
    }
  });

  it('finds messages by a renamed topic', async () => {
    const ids = [await ana.send('open', 'aardvark', 'one'), await ana.send('open', 'aardvark', 'two')];
    expect(idsOf(await search(ana, [words('aardvark')]))).toEqual(ids);
    await ana.ok('PATCH', `messages/${ids[0]}`, { topic: 'badger', propagate_mode: 'change_all' });
    // The notice of the move contains the old topic.
    expect(idsOf(await search(ana, [words('aardvark'), term('sender', ana.id)]))).toEqual([]);
    expect(idsOf(await search(ana, [words('badger'), words('one')]))).toEqual([ids[0]]);
  });

  it('does not find deleted messages', async () => {
    const id = await world.owner.send('general', 'gone', 'secretive ocelot');
    expect(idsOf(await search(world.owner, [words('ocelot')]))).toEqual([id]);
    await world.owner.ok('DELETE', `messages/${id}`);
    expect(idsOf(await search(world.owner, [words('ocelot')]))).toEqual([]);
    await until(async () => (await indexed(id)).length === 0);
  });

  it('uses an index that the worker updates twice a second', async () => {
    const id = await ana.send('open', 'soon', 'punctual heron');
    await until(async () => (await indexed(id)).length === 1);
    expect(world.service(SearchIndexer).everyMs).toBeLessThanOrEqual(500);
  });

  it('works without the worker', async () => {
    const other = await World.start();
    try {
      await other.withoutWorkers();
      const id = await other.owner.send('general', 'alone', 'solitary newt');
      expect(idsOf(await search(other.owner, [words('newt')]))).toEqual([id]);
      other.service(Workers).start();
    } finally {
      await other.stop();
    }
  });

  const indexed = (id: number) => world.sql('SELECT FROM message_search WHERE message_id = $1', [id]);
});

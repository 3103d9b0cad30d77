import type { Person } from '../../support/person';
import { World } from '../../support/world';

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

const list = async (person: Person, narrow: unknown): Promise<number[]> => {
  const { messages } = await person.ok('GET', 'messages', { anchor: 'newest', num_before: 1000, narrow });
  return (messages as { id: number }[]).map(({ id }) => id);
};

describe('a narrow by flags and contents', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let loud: number;
  let quiet: number;
  const sent: Record<string, number> = {};

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) {
      await person.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
      await person.subscribe(['loud', 'quiet']);
    }
    [loud, quiet] = [await ana.channelId('loud'), await ana.channelId('quiet')];
    sent.early = await ana.send('loud', 'x', 'nobody is meant');
    sent.named = await ana.send('loud', 'roof', `a tin roof for @**${ben.fullName}**`);
    sent.all = await ana.send('loud', 'Cellar', '@**all** a cellar');
    sent.link = await ana.send('quiet', 'roof', 'rust: https://example.org/');
    sent.plain = await ana.send('quiet', 'cellar', 'moss & tin');
    await say(loud, 'roof', 0); // The mention may have followed the topic.
    sent.direct = await ana.sendTo([ben], `tin for @**${ben.fullName}**`);
  });
  afterAll(() => world.stop());

  const found = async (...narrow: unknown[]) => {
    const ids = await list(ben, narrow);
    return ids.flatMap((id) => Object.keys(sent).find((name) => sent[name] === id) ?? []);
  };
  const say = (stream_id: number, topic: string, visibility_policy: number) =>
    ben.ok('POST', 'user_topics', { stream_id, topic, visibility_policy });
  const mute = (id: number, value: boolean) =>
    ben.ok('PATCH', `users/me/subscriptions/${id}`, { property: 'is_muted', value });

  it('finds mentions, of the channel and of users', async () => {
    const [all, named] = [await found(term('is', 'mentioned')), await found(term('is', 'mentioned', true))];
    expect(all).toEqual(['named', 'all', 'direct']);
    expect(named).toEqual(expect.arrayContaining(['link', 'plain']));
    expect(named).not.toEqual(expect.arrayContaining(['all']));
    expect(await found(term('is', 'mentioned'), term('channel', 'loud'), term('topic', 'cellar'))).toEqual(['all']);
    expect(await found(term('is', 'mentioned'), term('is', 'dm'))).toEqual(['direct']);
  });

  it('finds followed topics, in any case', async () => {
    expect(await found(term('is', 'followed'))).toEqual([]);
    await say(loud, 'ROOF', 3);
    await say(quiet, 'Cellar', 3);
    expect(await found(term('is', 'followed'))).toEqual(['named', 'plain']);
    expect(await found(term('is', 'followed'), term('channel', 'quiet'))).toEqual(['plain']);
    expect(await found(term('is', 'followed', true), term('channel', 'quiet'))).toEqual(['link']);
    await say(loud, 'ROOF', 0);
    await say(quiet, 'Cellar', 0);
    expect(await found(term('is', 'followed'))).toEqual([]);
  });

  it('finds muted messages, and messages that are not muted', async () => {
    const everything = ['early', 'named', 'all', 'link', 'plain', 'direct'];
    expect([await found(term('is', 'muted')), await found(term('in', 'home'))]).toEqual([[], everything]);
    await mute(loud, true);
    await say(loud, 'Roof', 2);
    await say(quiet, 'ROOF', 1);
    const [muted, heard] = [
      ['early', 'all', 'link'],
      ['named', 'plain', 'direct'],
    ];
    for (const terms of [[term('is', 'muted')], [term('in', 'home', true)]]) {
      expect(await found(...terms)).toEqual(muted);
      expect(await found(...terms, term('channel', 'loud'))).toEqual(['early', 'all']);
    }
    for (const terms of [[term('is', 'muted', true)], [term('in', 'home')]]) {
      expect(await found(...terms)).toEqual(heard);
      expect(await found(...terms, term('channel', 'loud'))).toEqual(['named']);
    }
    await say(loud, 'roof', 3);
    expect(await found(term('in', 'home'))).toEqual(heard);
    await mute(loud, false);
    await say(loud, 'roof', 0);
    await say(quiet, 'roof', 0);
  });

  it('finds messages by their contents', async () => {
    expect(await found(term('has', 'link'))).toEqual(['link']);
    expect(await found(term('has', 'link', true), term('channel', 'quiet'))).toEqual(['plain']);
    for (const operand of ['image', 'attachment', 'reaction']) expect(await found(term('has', operand))).toEqual([]);
    await ana.post(`messages/${sent.plain}/reactions`, { emoji_name: 'octopus' });
    expect(await found(term('has', 'reaction'))).toEqual(['plain']);
    expect(await found(term('has', 'reaction'), term('topic', 'roof'))).toEqual([]);
  });

  it('finds words, combined with all other terms', async () => {
    expect(await found(term('search', 'tin'))).toEqual(['named', 'plain', 'direct']);
    expect(await found(term('search', 'tin'), term('is', 'dm'))).toEqual(['direct']);
    expect(await found(term('search', 'tin'), term('channel', 'loud'))).toEqual(['named']);
    expect(await found(term('search', 'tin'), term('search', 'moss'))).toEqual(['plain']);
    expect(await found(term('search', 'tin', true), term('channel', 'quiet'))).toEqual(['link']);
    expect(await found(term('search', 'tin'), term('is', 'starred'))).toEqual([]);
    const { status, body } = await ben.get('messages', { anchor: 'newest', narrow: [term('search', ' ')] });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

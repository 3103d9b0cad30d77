import { expectFreshSnapshot } from '../../support/fold';
import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('alert words', () => {
  let world: World;
  let ana: Person;
  let bea: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, bea] = [await world.member('ana'), await world.member('bea')];
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    const { alert_words } = await ana.ok('GET', 'users/me/alert_words');
    await ana.ok('DELETE', 'users/me/alert_words', { alert_words });
  });

  const wordsOf = async (person: Person) => (await person.ok('GET', 'users/me/alert_words')).alert_words;
  const add = (...alert_words: unknown[]) => ana.post('users/me/alert_words', { alert_words });

  it('keeps alert words as a set without regard to case, in the order in which they were added', async () => {
    expect((await add('Release', ' deploy now ', 'release', '')).body.alert_words).toEqual(['Release', 'deploy now']);
    expect((await add('RELEASE', 'Ávila')).body.alert_words).toEqual(['Release', 'deploy now', 'Ávila']);
    expect(await wordsOf(ana)).toEqual(['Release', 'deploy now', 'Ávila']);
    const { alert_words } = await ana.ok('DELETE', 'users/me/alert_words', {
      alert_words: ['rElEaSe', 'unknown', 'áVILA '],
    });
    expect(alert_words).toEqual(['deploy now']);
    expect(await wordsOf(ana)).toEqual(['deploy now']);
  });

  it("tells alert words only to the user's own clients, as a whole list", async () => {
    const [own, others] = [await ana.register(), await bea.register()];
    expect(own.state.alert_words).toEqual([]);
    await add('coffee', 'tea');
    await ana.ok('DELETE', 'users/me/alert_words', { alert_words: ['coffee'] });
    const told = (await own.drain()).filter(({ type }) => type === 'alert_words');
    expect(told.map((event) => event.alert_words)).toEqual([['coffee', 'tea'], ['tea']]);
    expect((await others.drain()).map(({ type }) => type)).not.toContain('alert_words');
    expect(await wordsOf(bea)).toEqual([]);
    await expectFreshSnapshot(own);
  });

  it('sends no event when an alert word is already set', async () => {
    await add('tea');
    const queue = await ana.register();
    await add('TEA', '  ');
    await ana.ok('DELETE', 'users/me/alert_words', { alert_words: ['coffee'] });
    expect(await queue.drain()).toEqual([]);
  });

  it('limits an alert word to 100 characters and a user to 500 alert words', async () => {
    expect((await add('🦊'.repeat(100))).status).toBe(200);
    expect((await add('ok', 'x'.repeat(101))).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await wordsOf(ana)).toEqual(['🦊'.repeat(100)]);
    const many = Array.from({ length: 499 }, (_, n) => `word ${n}`);
    expect((await add(...many)).status).toBe(200);
    expect((await add('one more')).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await add('WORD 7')).status).toBe(200);
  });

  it.each([
    ['nothing', {}, 'REQUEST_VARIABLE_MISSING'],
    ['a text', { alert_words: 'tea' }, 'BAD_REQUEST'],
    ['an object', { alert_words: { word: 'tea' } }, 'BAD_REQUEST'],
    ['a number among them', { alert_words: ['tea', 7] }, 'BAD_REQUEST'],
    ['NUL', { alert_words: ['te\0a'] }, 'BAD_REQUEST'],
    ['half a surrogate pair', '["\\ud800"]', 'BAD_REQUEST'],
  ])('rejects as alert words: %s', async (_, given, code) => {
    const parameters = typeof given === 'string' ? { alert_words: given } : given;
    for (const method of ['post', 'delete'] as const) {
      expect((await ana[method]('users/me/alert_words', parameters)).body).toMatchObject({ result: 'error', code });
    }
    expect(await wordsOf(ana)).toEqual([]);
  });

  it('stores alert words that are added at the same time, each once', async () => {
    await Promise.all(['a1', 'b2', 'A1', 'c3', 'B2', 'd4'].map((word) => add(word)));
    expect(((await wordsOf(ana)) as string[]).map((word) => word.toLowerCase()).sort()).toEqual([
      'a1',
      'b2',
      'c3',
      'd4',
    ]);
  });
});

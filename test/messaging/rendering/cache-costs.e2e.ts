import { Person } from '../../support/person';
import { fetchMessage, flagsOf } from '../../support/reading';
import { SentStatement, statementsDuring } from '../../support/statements';
import { World } from '../../support/world';

const SENDS = 20;
const USERS = 500;
const WORDS_EACH = 100;

/** What a node reads again after a change of one user, and the cost for sends of all others. */
describe('the cost of a change of one user for others', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe('plans', { principals: [ana.id, ben.id] });
    await world.sql(
      `WITH people AS (
         INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
         SELECT $1, e, e, 3, e, 400 FROM (SELECT 'n' || n || '@example.org' AS e FROM generate_series(1, ${USERS}) n) names
         RETURNING id)
       INSERT INTO alert_word (organization_id, user_id, word, folded)
       SELECT $1, people.id, word, word FROM people, (SELECT 'word' || n AS word FROM generate_series(1, ${WORDS_EACH}) n) words`,
      [world.organizationId],
    );
  });
  afterAll(() => world.stop());

  const about = (sent: readonly SentStatement[], table: string) =>
    sent.filter(({ text }) => text.includes(` ${table} `));
  const rowsOf = (sent: readonly SentStatement[]) => sent.reduce((sum, { rows }) => sum + rows, 0);
  const sendMany = (content: string) =>
    statementsDuring(() => Promise.all(Array.from({ length: SENDS }, () => ana.send('plans', 'any', content))));

  it('reads no alert words for a text without any of them', async () => {
    await ben.ok('POST', 'users/me/alert_words', { alert_words: ['one more'] });
    const sent = about(await sendMany('nothing of it'), 'alert_word');
    expect([sent.filter(({ text }) => !text.includes('api_key')).length, rowsOf(sent) - SENDS]).toEqual([SENDS, 0]);
  });

  it('reads only alert words with the same beginning, and flags the message for their users only', async () => {
    await ben.ok('POST', 'users/me/alert_words', { alert_words: ['Zebra crossing', 'c++', '🥖'] });
    const id = { value: 0 };
    const sent = await statementsDuring(
      async () => (id.value = await ana.send('plans', 'any', 'a zebra CROSSING here')),
    );
    const lookups = about(sent, 'alert_word').filter(({ text }) => !text.includes('api_key'));
    expect(lookups.map(({ rows }) => rows)).toEqual([1]);
    expect(await flagsOf(ben, id.value)).toEqual(['has_alert_word']);
    expect(await flagsOf(ben, await ana.send('plans', 'any', 'zebras crossing'))).toEqual([]);
    expect(await flagsOf(ben, await ana.send('plans', 'any', 'in C++ or 🥖'))).toEqual(['has_alert_word']);
  });

  it('reads nothing of other users again after a mute', async () => {
    await sendMany('before');
    const cat = await world.member('cat');
    await ben.ok('POST', `users/me/muted_users/${cat.id}`);
    const sent = await sendMany('after');
    const lists = sent.filter(({ text }) => /FROM (linkifier|custom_emoji|user_group|muted_user WHERE)/.test(text));
    expect(lists).toEqual([]);
    const ofTheMuted = await statementsDuring(() => cat.sendTo([ben], 'x'));
    const lookups = ofTheMuted.filter(({ text }) => text.includes('FROM muted_user WHERE muted_user_id'));
    expect(lookups.map(({ rows }) => rows)).toEqual([1]);
  });

  it('reads one new emoji, once for all waiting sends, and no linkifiers', async () => {
    const add = (names: string) =>
      world.sql(
        `INSERT INTO custom_emoji (organization_id, name, author_id, key) SELECT $1, name, $2, name FROM (${names}) AS n (name)`,
        [world.organizationId, ana.id],
      );
    await add(`SELECT 'emoji' || n FROM generate_series(1, 300) n`);
    await sendMany('before');
    await add(`SELECT 'newest'`);
    const changed: unknown[] = [];
    const sent = await statementsDuring(async () => {
      const ids = await Promise.all(Array.from({ length: SENDS }, () => ana.send('plans', 'any', ':newest: :emoji7:')));
      changed.push(...ids);
    });
    expect(about(sent, 'custom_emoji')).toHaveLength(1);
    expect(about(sent, 'linkifier')).toEqual([]);
    const { content } = await fetchMessage(ana, changed[0] as number);
    expect(content).toMatch(/newest\.png.*emoji7\.png/s);
    await world.sql(`UPDATE custom_emoji SET deactivated = true WHERE name = 'newest'`);
    const id = await ana.send('plans', 'any', ':newest: :emoji7:');
    expect((await fetchMessage(ana, id)).content).toMatch(/:newest:.*emoji7\.png/s);
  });

  it('reads all linkifiers once for all waiting sends, and no emoji', async () => {
    await sendMany('before');
    await world.owner.ok('POST', 'realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://ex.org/{id}' });
    const sent = await sendMany('see #12');
    expect(about(sent, 'linkifier')).toHaveLength(1);
    expect(about(sent, 'custom_emoji')).toEqual([]);
  });

  it('reads changes of groups once for all waiting requests', async () => {
    await sendMany('before');
    await world.sql(
      `WITH made AS (INSERT INTO user_group (organization_id, name, permission_version)
         SELECT id, 'made', permission_version + 1 FROM organization WHERE id = $1)
       UPDATE organization SET permission_version = permission_version + 1 WHERE id = $1`,
      [world.organizationId],
    );
    const sent = await sendMany('after');
    expect(sent.filter(({ text }) => text.includes('AS "closedAccounts"'))).toHaveLength(1);
    expect(sent.filter(({ text }) => text.includes('AS "systemGroups"'))).toHaveLength(1);
  });
});

import { Client } from 'pg';
import { join } from 'node:path';
import { emptyDatabase } from '../support/databases';
import { Fleet } from '../support/upgrade/fleet';
import { CHANNEL, Traffic } from '../support/upgrade/traffic';
import { NEXT_KIND, NEXT_VERSION, ofRevision, ofTheFuture, ofTheTree } from '../support/upgrade/versions';

/** `node scripts/upgrade.mjs --from <commit>` upgrades from that commit to this tree. */
const FROM = process.env.UPGRADE_FROM;
const BALANCER = process.env.UPGRADE_BALANCER ?? 'auto';
const NODES = 3;
const PEOPLE = 4;
/** Enough for a migration that runs while the older nodes serve. */
const OLDER_MESSAGES = 5_000;

jest.setTimeout(600_000);

/** Nodes are upgraded one by one under load, without an effect on clients. */
describe('a rolling upgrade', () => {
  let fleet: Fleet;
  let traffic: Traffic;
  let database: Client;
  const exitCodes: (number | null)[] = [];
  beforeAll(async () => {
    const url = await emptyDatabase();
    database = new Client({ connectionString: url });
    await database.connect();
    fleet = new Fleet(url, BALANCER);
    const [before, after] = FROM
      ? [ofRevision(FROM, join(fleet.directory, 'before')), ofTheTree()]
      : [ofTheTree(), ofTheFuture(join(fleet.directory, 'after'))];
    await fleet.start(NODES, before);
    traffic = await Traffic.begin(await fleet.login(), PEOPLE, (email) => fleet.login(email));
    await addOlderMessages();
    traffic.start();
    for (let index = 0; index < NODES; index++) {
      await fleet.isAskedAgain(index);
      exitCodes.push(await fleet.replace(index, after));
      if (index === 0 && !FROM) await tellNews();
    }
    await fleet.isAskedAgain(NODES - 1);
    await traffic.finish();
    report();
  });
  afterAll(async () => {
    await traffic?.stop();
    await database?.end();
    await fleet?.stop();
  });

  it('fails no request and ends no queue', () => {
    expect(fleet.tally.failures).toEqual([]);
  });

  it('ends each node in good order', () => {
    expect(exitCodes).toEqual(Array(NODES).fill(0));
  });

  it('leaves the new version on all nodes, and its schema', async () => {
    const versions = await fleet.versions();
    expect(new Set(versions).size).toBe(1);
    if (FROM) return;
    expect(versions[0]).toBe(NEXT_VERSION);
    const { rows } = await database.query('SELECT count(length) AS filled FROM message');
    expect(Number(rows[0].filled)).toBeGreaterThan(OLDER_MESSAGES);
  });

  it('sends every message to every queue, once and in the order of its sender', () => {
    const sent = [...traffic.sent].sort();
    for (const { heard, breaches } of traffic.listeners) {
      expect(breaches).toEqual([]);
      expect([...heard].sort()).toEqual(sent);
      for (let sender = 0; sender < PEOPLE; sender++) {
        const turns = heard
          .filter((content) => content.startsWith(`${sender}:`))
          .map((content) => Number(content.split(': ')[1]));
        expect(turns).toEqual([...turns].sort((a, b) => a - b));
      }
    }
  });

  it('sends every edit to every queue, once', () => {
    const edited = [...traffic.edited].sort();
    for (const { edits } of traffic.listeners) expect([...edits].sort()).toEqual(edited);
  });

  (FROM ? it.skip : it)('has nodes that know a kind of events tell it to those who wait at others', () => {
    for (const { novelties } of traffic.listeners) expect(novelties).toHaveLength(1);
  });

  it('keeps uploaded files', async () => {
    expect(traffic.uploads.length).toBeGreaterThan(NODES);
    for (const { path, content, owner } of traffic.uploads) expect(await owner.download(path)).toBe(content);
  });

  /** Written directly, to have many of them. */
  async function addOlderMessages(): Promise<void> {
    const { rows } = await database.query('SELECT id FROM channel WHERE name = $1', [CHANNEL]);
    await database.query(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), c.organization_id, c.id, 'older', u.id, 'older', '<p>older</p>', 99, 'test', now()
       FROM channel c, (SELECT id FROM user_account ORDER BY id DESC LIMIT 1) u, generate_series(1, $2) WHERE c.id = $1`,
      [rows[0].id, OLDER_MESSAGES],
    );
  }

  /** As a node of the new version would do, while the others have the old one. */
  async function tellNews(): Promise<void> {
    await database.query(
      `INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)
       SELECT 0, id, $1, '{"to": "organization", "except": []}', '{}' FROM organization`,
      [NEXT_KIND],
    );
  }

  function report(): void {
    const { requests, failures, slowest } = fleet.tally;
    const deliveries = traffic.listeners.reduce((sum, { heard }) => sum + heard.length, 0);
    process.stdout.write(
      `${requests} requests, ${failures.length} failed, the longest ${Math.round(slowest)} ms; ` +
        `${traffic.sent.length} messages sent, ${deliveries} delivered to ${traffic.listeners.length} queues\n`,
    );
  }
});

import { Workers } from '@app/platform';
import { DirectoryRuns, Providers } from '@app/sign-in';
import { until } from '../../support/until';
import { World } from '../../support/world';
import { accountsOf, addDirectory, logIn, PROVIDERS } from './directory-provider';
import { describeWithSlapd, peopleIn, PEOPLE, Slapd } from './slapd';

const NAMES = Array.from({ length: 5_000 }, (_, at) => `person${at}`);
const LAST = NAMES.at(-1)!;

describeWithSlapd('Synchronising a directory of 5,000 people', () => {
  let world: World;
  let slapd: Slapd;
  let id: number;
  beforeAll(async () => {
    slapd = await Slapd.start({ ldif: peopleIn(NAMES) });
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    id = await addDirectory(world, slapd);
    for (const name of ['person0', 'person1', 'person2', LAST]) expect((await logIn(world, name)).status).toBe(200);
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  const run = async (beat: () => Promise<void> = async () => undefined) => {
    const provider = await world.service(Providers).get(world.organizationId, id);
    return world.service(DirectoryRuns).run(provider as never, { isPreview: false, isForced: false, beat });
  };
  const isActive = async (name: string) => {
    const [{ id: userId }] = await accountsOf(world, `${name}@example.org`);
    return ((await world.owner.ok('GET', `users/${userId}`)).user as { is_active: boolean }).is_active;
  };
  const outcomes = async () =>
    (await world.sql<{ outcome: string }>('SELECT outcome FROM directory_run ORDER BY id')).map((one) => one.outcome);

  it('reads all of its pages', async () => {
    expect(await run()).toMatchObject({ seen: 5_000, changed: 0, refusal: null });
    expect(await isActive(LAST)).toBe(true);
  });

  it('does nothing if the directory is gone in the middle', async () => {
    let pages = 0;
    const report = await run(async () => {
      pages += 1;
      if (pages === 3) await slapd.kill();
    });
    expect(report).toMatchObject({ changed: 0, deactivated: [], refusal: expect.stringContaining('did not answer') });
    expect([pages, await isActive(LAST)]).toEqual([3, true]);
    await slapd.launch();
  });

  it('does nothing if the limit of the directory cuts the answer off', async () => {
    const limited = await Slapd.start({ limit: '500', ldif: peopleIn(NAMES.slice(0, 1_200)) });
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { url: limited.url });
    expect(await run()).toMatchObject({ changed: 0, refusal: expect.stringContaining('did not answer') });
    expect(await isActive(LAST)).toBe(true);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { url: slapd.url });
    await limited.stop();
  });

  it('is completed by the next run if it was interrupted', async () => {
    await slapd.ask(async (client) => {
      for (const name of ['person0', 'person1', 'person2']) await client.del(`uid=${name},${PEOPLE}`);
    });
    const ended = async () =>
      (await Promise.all(['person0', 'person1', 'person2'].map(isActive))).filter((one) => !one);
    const stopping = run(async () => {
      if ((await ended()).length === 1) throw new Error('the node was killed');
    });
    await expect(stopping).rejects.toThrow('the node was killed');
    expect(await ended()).toHaveLength(1);
    expect((await run()).deactivated).toEqual(['person1@example.org', 'person2@example.org']);
    expect(await ended()).toHaveLength(3);
    expect((await outcomes()).slice(-2)).toEqual(['interrupted', 'done']);
  });

  it('happens by itself, once an hour', async () => {
    await slapd.ask((client) => client.del(`uid=${LAST},${PEOPLE}`));
    const job = `job = 'directory-synchronisation'`;
    await until(async () => (await world.sql(`SELECT 1 FROM pass WHERE ${job} AND due_at > now()`)).length > 0);
    await world.sql(`UPDATE pass SET due_at = now() WHERE ${job}`);
    for (const { app } of world.nodes) app.get(Workers, { strict: false }).nudge('directory-synchronisation');
    await until(async () => !(await isActive(LAST)));
    await until(async () => {
      const [{ minutes }] = await world.sql<{ minutes: number }>(
        `SELECT extract(epoch FROM due_at - now()) / 60 AS minutes FROM pass WHERE ${job}`,
      );
      return minutes > 50;
    });
  });
});

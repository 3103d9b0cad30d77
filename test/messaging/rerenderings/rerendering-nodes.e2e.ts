import { Workers } from '@app/platform';
import { RENDERER_VERSION } from '@app/markdown';
import type { RunningServer } from '../../../apps/server/src/boot';
import { RenderedTextRepository } from '../../../libs/messaging/src/rendering/rendered-text.repository';
import type { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Every message is rendered again once, by any node, after any failure. */
describe('rendering again on several nodes', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  const ids: number[] = [];

  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world, { PARLEY_LOG_LEVEL: 'fatal' });
    ana = await world.member('ana');
    await ana.subscribe('plans');
    for (let n = 0; n < 60; n++) ids.push(await ana.send('plans', 't', `*${n}*`));
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  const age = () =>
    world.sql(
      "UPDATE message SET rendered_content = '<p>older</p>', renderer_version = 1 WHERE id = ANY ($1::bigint[])",
      [ids],
    );
  const wake = () => {
    for (const node of [world.server, other]) node.app.get(Workers, { strict: false }).nudge('rerenderings');
  };
  const left = async () => {
    const [{ stale, asked }] = await world.sql<{ stale: number; asked: number }>(
      `SELECT (SELECT count(*)::int FROM message WHERE renderer_version < $1) AS stale,
         (SELECT count(*)::int FROM rerendering) AS asked`,
      [RENDERER_VERSION],
    );
    return stale + asked;
  };
  const done = () => until(async () => (await left()) === 0);

  it('runs once for two nodes at the same messages, with one event', async () => {
    const queue = await ana.register();
    await age();
    wake();
    await done();
    const told = (await queue.drain())
      .filter(({ type }) => type === 'update_message')
      .map(({ message_id }) => message_id);
    expect(told.sort((one, another) => Number(one) - Number(another))).toEqual(ids);
  });

  it('is not lost when a node fails before its commit', async () => {
    let broken = 0;
    const rewrite = RenderedTextRepository.prototype.rewrite;
    jest.spyOn(RenderedTextRepository.prototype, 'rewrite').mockImplementation(async function (
      this: RenderedTextRepository,
      ...given
    ) {
      if (broken++ < 3) throw new Error('This node dies.');
      return rewrite.apply(this, given);
    });
    await age();
    wake();
    const due = 'UPDATE rerendering SET due_at = now() WHERE attempts > 0';
    const timer = setInterval(() => void world.sql(due).then(wake), 100);
    await done();
    clearInterval(timer);
    expect(broken).toBe(ids.length + 3);
  });

  it('is taken over from a killed node', async () => {
    await world.sql(
      `INSERT INTO rerendering (id, organization_id, due_at)
       SELECT id, $2, now() + interval '1 second' FROM unnest($1::bigint[]) AS taken (id)`,
      [ids, world.organizationId],
    );
    await age();
    const timer = setInterval(wake, 100);
    await done();
    clearInterval(timer);
    const [{ html }] = await world.sql<{ html: string }>('SELECT rendered_content AS html FROM message WHERE id = $1', [
      ids[7],
    ]);
    expect(html).toBe('<p><em>7</em></p>');
  });
});

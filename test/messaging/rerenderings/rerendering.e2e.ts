import { Transactions, Workers } from '@app/platform';
import { Rerenderings } from '@app/messaging';
import { RENDERER_VERSION } from '@app/markdown';
import { Renderings } from '../../../libs/messaging/src/rendering/renderings.service';
import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Messages that get new HTML without an edit. */
describe('rendering again', () => {
  let world: World;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
  });
  afterAll(() => world.stop());

  /** Stores HTML as an older renderer would. */
  const age = (ids: number[], html = '<p>older</p>') =>
    world.sql('UPDATE message SET rendered_content = $2, renderer_version = 1 WHERE id = ANY ($1::bigint[])', [
      ids,
      html,
    ]);
  const wake = () => world.service(Workers).nudge('rerenderings');
  const row = async (id: number) =>
    (
      await world.sql<{ html: string; version: number; link: boolean; image: boolean }>(
        `SELECT rendered_content AS html, renderer_version AS version, has_link AS link, has_image AS image
         FROM message WHERE id = $1`,
        [id],
      )
    )[0];
  const isRendering = ({ type }: Event) => type === 'update_message';
  const renewed = (id: number) => until(async () => (await row(id)).version === RENDERER_VERSION);
  const renderings = async (queue: EventQueue) => (await queue.drain()).filter(isRendering);

  it('updates the HTML of an older renderer, with an event to users who have the message', async () => {
    for (const person of [ana, ben]) await person.subscribe('plans');
    const id = await ana.send('plans', 't', 'see https://example.org *now*');
    await ben.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const [own, others, unrelated] = [await ana.register(), await ben.register(), await world.owner.register()];
    const html = (await row(id)).html;
    await age([id]);
    await world.sql('UPDATE message SET has_link = false WHERE id = $1', [id]);
    wake();
    const event = await others.until(isRendering);
    expect(event).toEqual({
      type: 'update_message',
      id: expect.any(Number),
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: ['starred'],
      edit_timestamp: expect.any(Number),
      stream_id: await ana.channelId('plans'),
      stream_name: 'plans',
      content: 'see https://example.org *now*',
      rendered_content: html,
    });
    expect(await own.until(isRendering)).toMatchObject({ flags: [], rendered_content: html });
    expect(await renderings(unrelated)).toEqual([]);
    expect(await row(id)).toMatchObject({ html, version: RENDERER_VERSION, link: true });
    await expectFreshSnapshot(others);
    const { message } = await ben.ok('GET', `messages/${id}`);
    expect(message).not.toHaveProperty('last_edit_timestamp');
  });

  it('sends no event when the HTML stays the same', async () => {
    const id = await ana.send('plans', 't', 'plain');
    const queue = await ben.register();
    await age([id], (await row(id)).html);
    wake();
    await renewed(id);
    expect(await renderings(queue)).toEqual([]);
  });

  it('sends events of a direct message to its participants only', async () => {
    const id = await ana.sendTo([ben], '*hi*');
    const [own, others, unrelated] = [await ana.register(), await ben.register(), await world.owner.register()];
    await age([id]);
    wake();
    const event = await others.until(isRendering);
    expect(event).toMatchObject({ message_id: id, rendered_content: '<p><em>hi</em></p>', flags: [] });
    expect(event).not.toHaveProperty('stream_id');
    await own.until(isRendering);
    expect(await renderings(unrelated)).toEqual([]);
  });

  it('mistake 3: sends no event under protected history to users who joined later', async () => {
    await ana.subscribe('vault', { invite_only: true, history_public_to_subscribers: false });
    const early = await ana.send('vault', 't', '*early*');
    await ana.subscribe('vault', { principals: [ben.id] });
    const late = await ana.send('vault', 't', '*late*');
    const [own, others] = [await ana.register(), await ben.register()];
    await age([early, late]);
    wake();
    await Promise.all([renewed(early), renewed(late)]);
    const ids = async (queue: EventQueue) => (await renderings(queue)).map(({ message_id }) => message_id);
    expect((await ids(own)).sort()).toEqual([early, late]);
    expect(await ids(others)).toEqual([late]);
  });

  it('mistake 4: sends no event to former subscribers of a private channel, and of a public one to users who have the message', async () => {
    for (const person of [ana, ben]) await person.subscribe('lobby');
    const open = await ana.send('lobby', 't', '*open*');
    await ana.subscribe('den', { invite_only: true, principals: [ana.id, ben.id] });
    const closed = await ana.send('den', 't', '*closed*');
    await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['lobby', 'den'] });
    const later = await ana.send('lobby', 't', '*later*');
    const queue = await ben.register();
    await age([open, closed, later]);
    wake();
    await Promise.all([open, closed, later].map(renewed));
    expect((await renderings(queue)).map(({ message_id, flags }) => [message_id, flags])).toEqual([[open, ['read']]]);
  });

  it('changes no flags, also with new mentions', async () => {
    const id = await ana.send('plans', 't', '@**Ben Example** and @**Cleo Later**');
    const flags = () => world.sql('SELECT user_id, flags FROM message_flag WHERE message_id = $1', [id]);
    const before = await flags();
    await world.member('Cleo Later');
    await age([id]);
    wake();
    await renewed(id);
    expect((await row(id)).html).toContain('@Cleo Later');
    expect(await flags()).toEqual(before);
  });

  it('resolves references as the sender sees them, and keeps those that the message has', async () => {
    await ana.subscribe('secret plan', { invite_only: true });
    const link = await ana.send('plans', 't', '#**secret plan** by @**Dora Early**, not #**sealed**');
    const dora = await world.member('Dora Early');
    const known = await ana.send('plans', 't', '#**secret plan** by @**Dora Early**, not #**sealed**');
    const shown = (await row(known)).html;
    expect(shown).toContain('data-stream-id');
    await world.owner.subscribe('sealed', { invite_only: true });
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['secret plan'] });
    await world.sql(`UPDATE user_account SET full_name = 'Dora Late' WHERE id = $1`, [dora.id]);
    await world.sql('UPDATE message SET renderer_version = 1 WHERE id = ANY ($1::bigint[])', [[link, known]]);
    wake();
    await Promise.all([renewed(link), renewed(known)]);
    expect((await row(known)).html).toBe(shown);
    expect((await row(known)).html).not.toContain('sealed</a>');
    expect((await row(link)).html).not.toContain(`data-user-id="${dora.id}"`);
  });

  it('skips messages that are edited or deleted meanwhile', async () => {
    const id = await ana.send('plans', 't', '*one*');
    await age([id]);
    const edit = `UPDATE message SET content = 'two', rendered_content = '<p>two</p>', renderer_version = $2 WHERE id = $1`;
    await during(() => world.sql(edit, [id, RENDERER_VERSION]));
    await until(async () => (await waiting()) === 0);
    expect((await row(id)).html).toBe('<p>two</p>');
    await ask([9_999_999]);
    await until(async () => (await waiting()) === 0);
  });

  it('runs again when it is requested during a run', async () => {
    const id = await ana.send('plans', 't', '*one*');
    await age([id]);
    const others = await ben.register();
    await during(() => ask([id]), '<p>known too early</p>');
    await renewed(id);
    expect((await row(id)).html).toBe('<p><em>one</em></p>');
    expect((await renderings(others)).map(({ rendered_content }) => rendered_content)).toEqual(['<p><em>one</em></p>']);
  });

  it('is continued by another node when a node dies', async () => {
    const id = await ana.send('plans', 't', '*one*');
    await age([id]);
    await world.sql(
      `INSERT INTO rerendering (id, organization_id, due_at) VALUES ($1, $2, now() + interval '1 minute')`,
      [id, world.organizationId],
    );
    await world.sql('UPDATE rerendering SET due_at = now()');
    wake();
    await renewed(id);
  });

  it('is part of the metrics while it waits', async () => {
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(metrics).toMatch(/parley_backlog\{worker="rerenderings"\} 0/);
    expect(metrics).toMatch(/parley_backlog\{worker="link_previews"\} 0/);
  });

  const ask = (ids: number[]) =>
    world.service(Transactions).run([], () => world.service(Rerenderings).queue(world.organizationId, ids as never));
  const waiting = async () => (await world.sql('SELECT FROM rerendering')).length;

  /** Runs some work while the next message is rendered again; `html`: the expected result. */
  async function during(happening: () => Promise<unknown>, html?: string): Promise<void> {
    const renderings = world.service(Renderings);
    const render = renderings.render.bind(renderings);
    const rendered = new Promise<void>((resolve) => {
      jest.spyOn(renderings, 'render').mockImplementationOnce(async (...given) => {
        const rendering = await render(...given);
        await happening();
        resolve();
        return html === undefined ? rendering : { ...rendering, html };
      });
    });
    wake();
    await rendered;
  }
});

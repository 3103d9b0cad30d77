import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('rendering a text', () => {
  let world: World;
  let ana: Person;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const rendered = async (content: string, person = ana): Promise<string> =>
    (await person.ok('POST', 'messages/render', { content })).rendered as string;

  it('returns the HTML that a message would have', async () => {
    await ana.subscribe('general');
    const content = '# Plan\n\n* **one**\n* `two`\n\n> quoted\n\n@**Ana Example** #**general** https://example.org';
    const html = await rendered(content);
    const id = await ana.send('general', 't', content);
    const { message } = await ana.ok('GET', `messages/${id}`);
    expect((message as { content: string }).content).toBe(html);
  });

  it.each(['', ' ', '\n'])('rejects %j', async (content) => {
    expect(await rendered(content)).toBe('');
  });

  it('stores and sends nothing', async () => {
    const queue = await ana.register();
    const rows = () => world.sql('SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM message_flag)');
    const before = await rows();
    await rendered('@**Ana Example** @**all**');
    expect(await queue.drain()).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['what is too long', 'é'.repeat(10_050)],
    ['what is as long as it may be', '𝔛'.repeat(10_000)],
    ['white space around it', `\n\n  * one\n  * two \n${' '.repeat(10_000)}\n`],
    ['a code block that is cut open', `\`\`\`js\n${'let n = 1;\n'.repeat(1_000)}\`\`\``],
  ])('renders %s as in a message', async (_, content) => {
    const id = await ana.send('general', 'preview', content);
    const { message } = await ana.ok('GET', `messages/${id}`);
    expect(await rendered(content)).toBe((message as { content: string }).content);
  });

  it('ignores permissions to mention', async () => {
    expect(await rendered(' \n ')).toBe('');
    expect(await rendered('@*role:members*')).toContain('user-group-mention');
  });

  it('requires a text', async () => {
    expect((await ana.post('messages/render')).body).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    });
    expect((await ana.post('messages/render', { content: 'a\0b' })).status).toBe(400);
  });

  it('reads the text literally, not as JSON', async () => {
    expect(await rendered('"quoted"')).toBe('<p>"quoted"</p>');
    expect(await rendered('{"a": [1]}')).toBe('<p>{"a": [1]}</p>');
    expect(await rendered('null')).toBe('<p>null</p>');
    expect(await rendered('💬 ﷽ \u202e x')).toContain('﷽');
  });

  it('reports unknown parameters', async () => {
    const { body } = await ana.post('messages/render', { content: 'x', topic: 't', apply_markdown: true });
    expect(body).toEqual({
      result: 'success',
      msg: '',
      rendered: '<p>x</p>',
      ignored_parameters_unsupported: ['apply_markdown', 'topic'],
    });
  });

  it('is for all users with an account, guests and bots included', async () => {
    const gus = await world.guest('gus');
    expect(await rendered('*hi*', gus)).toBe('<p><em>hi</em></p>');
    const { user_id: botId, api_key: key } = await ana.ok('POST', 'bots', { full_name: 'Robo', short_name: 'robo' });
    const [{ email }] = await world.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [botId]);
    const bot = new Person(world, botId as number, email, 'Robo', key as string);
    expect(await rendered('*hi*', bot)).toBe('<p><em>hi</em></p>');
    const anonymous = await world.request('POST', 'messages/render', { content: 'x' });
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('rejects texts that would take too long', async () => {
    const { status, body } = await ana.post('messages/render', { content: '[['.repeat(50_000) });
    if (status === 200) expect((body.rendered as string).length).toBeGreaterThan(0);
    else expect([status, body.msg]).toEqual([400, 'Unable to render message']);
  });

  it('mistake 21: escapes scripts', async () => {
    const html = await rendered('<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>');
    expect(html).not.toMatch(/<script|<img|href="javascript/i);
  });

  it('mistake 2: answers alike for hidden and unknown channels', async () => {
    await world.owner.subscribe('secret', { invite_only: true });
    expect(await rendered('#**secret**')).toBe(
      await rendered('#**absent**').then((html) => html.replace('absent', 'secret')),
    );
    expect(await rendered('#**secret**', world.owner)).toContain('data-stream-id');
  });
});

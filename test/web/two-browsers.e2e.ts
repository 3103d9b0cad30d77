import { ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { freePort } from '../support/ports';
import { gone, ROOT, ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { ClientTab, openClient } from '../support/web-client';
import { World } from '../support/world';
import { zulip } from '../support/zulip-js';

const LISTENER = join(__dirname, '../clients/listener.js');

/** All are connected to one node in a process of its own, which can be killed. */
describeInChromium('Two browsers and a program with zulip-js', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let cy: Person;
  let node: ServerProcess;
  let chromium: Chromium;
  let tabs: ClientTab[];
  let listener: ChildProcess;
  const heard: string[] = [];

  const startNode = (port: number) =>
    ServerProcess.run(
      port,
      world.directory,
      { DATABASE_URL: world.databaseUrl, PARLEY_LOG_LEVEL: 'fatal', PARLEY_RATE_LIMITS: 'off' },
      [process.execPath, join(ROOT, 'dist/apps/server/src/main.js')],
    ).ready();

  beforeAll(async () => {
    world = await World.start({}, 1);
    [ana, bo, cy] = [await world.member('ana'), await world.member('bo'), await world.member('cy')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id, cy.id] });
    node = await startNode(await freePort());
    const begun = await world.sql('SELECT 1 FROM event_queue');
    listener = spawn(process.execPath, [LISTENER, node.url, cy.email, cy.key], { stdio: ['ignore', 'pipe', 'ignore'] });
    // The library itself prints when a server does not answer.
    const lines = createInterface({ input: listener.stdout! });
    lines.on('line', (line) => line.startsWith('{') && heard.push(textOf(line)));
    await until(async () => (await world.sql('SELECT 1 FROM event_queue')).length > begun.length);
    chromium = await startChromium();
    const hash = `#narrow/channel/${await ana.channelId('plans')}/topic/trip`;
    const open = async (person: Person) => openClient(await chromium.newContext({ baseURL: node.url }), person, hash);
    tabs = [await open(ana), await open(bo)];
  });
  afterAll(async () => {
    listener.kill();
    await chromium.close();
    await node.stop();
    await world.stop();
  });

  const textOf = (line: string): string => {
    const { message } = JSON.parse(line) as { message: { content: string } };
    return message.content;
  };
  const send = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  const article = (page: Page, text: string) => page.getByRole('article').getByText(text, { exact: true });
  /** Each page shows it once, and the program has heard it once. */
  const isEverywhere = async (text: string) => {
    for (const { page } of tabs) {
      await article(page, text).waitFor();
      expect(await article(page, text).count()).toBe(1);
    }
    await until(() => heard.some((one) => one.includes(text)));
    expect(heard.filter((one) => one.includes(text))).toHaveLength(1);
  };

  it('talk to each other', async () => {
    const [{ page: anas }, { page: bos }] = tabs;
    await anas.getByRole('textbox', { name: 'Message' }).pressSequentially('Who');
    await bos.getByText('Ana Example is typing').waitFor();
    await send(anas, 'Who drives?');
    await isEverywhere('Who drives?');
    await send(bos, 'I have a car.');
    await isEverywhere('I have a car.');
    const program = await zulip({ username: cy.email, apiKey: cy.key, realm: node.url });
    await program.messages.send({ to: 'plans', type: 'stream', topic: 'trip', content: 'Four places left.' });
    await isEverywhere('Four places left.');
  });

  it('lose and double nothing when their node is killed and started again', async () => {
    const [{ page: anas, paths }, { page: bos }] = tabs;
    paths.length = 0;
    const pids = await node.tree();
    node.child.kill('SIGKILL');
    await gone(pids);
    await send(anas, 'Nobody is there.');
    await send(bos, 'Nobody hears me.');
    await article(anas, 'Nobody is there.').waitFor();
    node = await startNode(node.port);
    await isEverywhere('Nobody is there.');
    await isEverywhere('Nobody hears me.');
    await send(bos, 'There you are.');
    await isEverywhere('There you are.');
    expect(paths.filter((path) => path === 'POST /json/register')).toEqual([]);
    const stored = await world.sql<{ content: string }>('SELECT content FROM message ORDER BY id');
    const texts = stored.map(({ content }) => content).filter((text) => /Nobody|There you are/.test(text));
    expect(texts.sort()).toEqual(['Nobody hears me.', 'Nobody is there.', 'There you are.']);
  });
});

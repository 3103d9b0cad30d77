import { execFileSync } from 'node:child_process';
import { createServer, Server } from 'node:net';
import { join } from 'node:path';
import { NodeProcess } from '../scale/node-process';
import { freePort } from '../support/ports';

const MAIN = join(__dirname, '../scale/balancer.mjs');
const balancers = isInstalled('nginx') ? ['nginx', 'own'] : ['own'];

/** What clients hear of nodes that die: something after which they may ask again. */
describe.each(balancers)('before nodes that die, the balancer "%s"', (kind) => {
  let node: Server;
  let balancer: NodeProcess;

  beforeAll(async () => {
    // Takes a request and is gone, as somebody who is killed with it in hand.
    node = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => socket.destroy());
    });
    const port = await freePort();
    await new Promise<void>((resolve) => node.listen(port, '127.0.0.1', resolve));
    const environment = { NODE_PORTS: String(port), BALANCER: kind };
    balancer = NodeProcess.start(await freePort(), environment, { main: MAIN, ready: /Balanced by/ });
    await balancer.ready();
  });
  afterAll(async () => {
    await balancer.stop();
    await new Promise((resolve) => node.close(resolve));
  });

  it.each(['with the request in hand', 'before they took it'])(
    'answers 503 with Retry-After when they go %s',
    async (moment) => {
      if (moment !== 'with the request in hand') await new Promise((resolve) => node.close(resolve));
      const body = new URLSearchParams({ type: 'direct', to: '[1]', content: 'x' });
      const response = await fetch(`${balancer.url}/api/v1/messages`, { method: 'POST', body });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await response.json()).toMatchObject({ result: 'error', code: 'SERVER_NOT_READY' });
    },
  );
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

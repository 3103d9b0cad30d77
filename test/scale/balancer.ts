import { join } from 'node:path';
import { ROOT } from '../support/server-process';
import { NodeProcess } from './node-process';

const MAIN = join(ROOT, 'scripts/nodes/balance.mjs');

/**
 * A balancer of `npm run scale` as a process of its own; resolves when it listens.
 * @param nodePorts of 127.0.0.1
 * @param kind `nginx`, `own`, or `auto`: nginx where it is installed
 */
export async function startBalancer(port: number, nodePorts: readonly number[], kind = 'auto'): Promise<NodeProcess> {
  const options = ['--port', String(port), '--nodes', nodePorts.join(), '--balancer', kind];
  const balancer = NodeProcess.start(port, {}, { main: MAIN, options, ready: /The balancer listens/ });
  await balancer.ready();
  return balancer;
}

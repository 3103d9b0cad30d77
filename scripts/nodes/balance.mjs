// node scripts/nodes/balance.mjs --port P --nodes P1,P2,... [--balancer nginx|own|auto]: round robin over running nodes
// of 127.0.0.1, for example of a test of an upgrade. Runs until it gets a signal.
import { parseArgs } from 'node:util';
import { Balancer } from './balancer.mjs';
import { isNginxInstalled, Nginx } from './nginx.mjs';

const { values } = parseArgs({
  options: { port: { type: 'string' }, nodes: { type: 'string' }, balancer: { type: 'string', default: 'auto' } },
});
const kind = values.balancer === 'auto' ? (isNginxInstalled() ? 'nginx' : 'own') : values.balancer;
const nodePorts = values.nodes.split(',').map(Number);
const balancer = new (kind === 'nginx' ? Nginx : Balancer)(Number(values.port), nodePorts);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void balancer.stop().then(() => process.exit(0)));
await balancer.start();
console.log(`The balancer listens: ${balancer.name}.`);

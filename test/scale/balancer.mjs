// A balancer of `npm run scale` as a process of its own: on PORT, before the nodes at NODE_PORTS. Which one says BALANCER.
import { Balancer } from '../../scripts/nodes/balancer.mjs';
import { isNginxInstalled, Nginx } from '../../scripts/nodes/nginx.mjs';

const { PORT, NODE_PORTS, BALANCER = isNginxInstalled() ? 'nginx' : 'own' } = process.env;
const balancer = new (BALANCER === 'nginx' ? Nginx : Balancer)(Number(PORT), NODE_PORTS.split(',').map(Number));
process.once('SIGTERM', () => void balancer.stop().then(() => process.exit(0)));
await balancer.start();
console.log(`Balanced by ${balancer.name}`);

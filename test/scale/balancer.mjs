// The balancer of `npm run scale` as a process of its own: on PORT, before the nodes at NODE_PORTS.
import { Balancer } from '../../scripts/nodes/balancer.mjs';
import { isNginxInstalled, Nginx } from '../../scripts/nodes/nginx.mjs';

const ports = process.env.NODE_PORTS.split(',').map(Number);
const balancer = new (isNginxInstalled() ? Nginx : Balancer)(Number(process.env.PORT), ports);
process.once('SIGTERM', () => void balancer.stop().then(() => process.exit(0)));
await balancer.start();
console.log(`Balanced by ${balancer.name}`);

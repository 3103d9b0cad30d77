// npm run scale [-- --nodes N]: N nodes and a round-robin balancer on one database, on this machine, to try it at home.
// The data directory (or DATABASE_URL), the port and all other settings are those of `npm start`.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { balancerAddress, freePorts, isTaken } from './nodes/addresses.mjs';
import { Balancer } from './nodes/balancer.mjs';
import { isNginxInstalled, Nginx } from './nodes/nginx.mjs';
import { Node } from './nodes/node.mjs';
import { endWithNpm, fail, root } from './run.mjs';

const MAX_NODES = 16;
const CONNECTIONS_OF_A_NODE = 22;
const CONNECTIONS_BESIDE = 38;

const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '3' }, balancer: { type: 'string', default: 'auto' } },
});
const count = Number(values.nodes);
if (!/^\d+$/.test(values.nodes) || count < 1 || count > MAX_NODES)
  fail(`--nodes is ${values.nodes}, expected a whole number from 1 to ${MAX_NODES}.`);
if (!['auto', 'nginx', 'own'].includes(values.balancer))
  fail(`--balancer is ${values.balancer}, expected nginx, own or auto.`);

endWithNpm();
await ensureInstalled();
await ensureBuilt();

const started = [];
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0));
try {
  await start();
} catch (error) {
  console.error(error.message);
  await end(1);
}

async function start() {
  const port = Number(process.env.PORT || 9991);
  if (await isTaken(port)) throw new Error(`Somebody listens on port ${port} already: choose another one by PORT.`);
  const baseUrl = process.env.PARLEY_BASE_URL || `http://127.0.0.1:${port}`;
  const dataDirectory = resolve(process.env.PARLEY_DATA_DIR || './data');
  const shared = {
    HOST: '127.0.0.1',
    PARLEY_BASE_URL: baseUrl,
    PARLEY_DATA_DIR: dataDirectory,
    PARLEY_PROCESSES: '1',
    PARLEY_TRUSTED_PROXIES: [balancerAddress ?? '127.0.0.1', process.env.PARLEY_TRUSTED_PROXIES].filter(Boolean).join(),
    DATABASE_URL: process.env.DATABASE_URL || (await startDatabase(dataDirectory)),
  };
  const ports = await freePorts(count);
  const nodes = ports.map((nodePort, index) => new Node(`node ${index + 1}`, nodePort, shared));
  started.push({ stop: () => Promise.all(nodes.map((node) => node.process && node.stop())) });
  await Promise.all(nodes.map((node) => node.start()));

  const balancer = wantsNginx() ? new Nginx(port, ports) : new Balancer(port, ports);
  started.push(balancer);
  await balancer.start();
  void balancer.process?.exited.then(() => end(1));
  const places = nodes.map((node) => `${node.name}: port ${node.port}, pid ${node.process.child.pid}`);
  console.log([`Parley is ready at ${baseUrl}: ${count} nodes behind ${balancer.name}`, ...places].join('\n  '));
  const { greeting } = nodes.find((node) => /^\s+organization/.test(node.greeting[0])) ?? nodes[0];
  console.log(greeting.join('\n'));
}

function wantsNginx() {
  return values.balancer === 'nginx' || (values.balancer === 'auto' && isNginxInstalled());
}

/** The database of `npm start` in that directory, with room for all nodes. */
async function startDatabase(dataDirectory) {
  const { default: platform } = await import(pathToFileURL(join(root, 'dist/libs/platform/src/index.js')).href);
  const database = await platform.startEmbeddedPostgres({
    dataDirectory,
    durable: true,
    settings: { max_connections: String(CONNECTIONS_BESIDE + count * CONNECTIONS_OF_A_NODE) },
  });
  started.push(database);
  void database.stopped.then(() => end(1));
  return database.url;
}

/** What was started last ends first. */
async function end(code) {
  if (isEnding) return;
  isEnding = true;
  for (const part of started.reverse()) await part.stop();
  process.exit(code);
}

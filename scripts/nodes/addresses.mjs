import { createServer } from 'node:net';

/**
 * Where the balancer calls the nodes from. On Linux it has an address of its own on this machine, so that the nodes
 * believe what it says of clients, and what nobody else on this machine says; elsewhere there is one loopback address only.
 */
export const balancerAddress = process.platform === 'linux' ? '127.0.0.2' : undefined;

/** So many ports of 127.0.0.1 that nobody has. */
export async function freePorts(count) {
  const probes = await Promise.all(Array.from({ length: count }, () => listening(0)));
  const ports = probes.map((probe) => probe.address().port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

/** Whether somebody has it already. */
export async function isTaken(port) {
  const probe = await listening(port).catch(() => null);
  await new Promise((resolve) => (probe ? probe.close(resolve) : resolve()));
  return probe === null;
}

function listening(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, '127.0.0.1', () => resolve(probe));
  });
}

import { createServer } from 'node:net';

/**
 * The address from which the balancer connects to the nodes. On Linux it has its own address on this machine, so that
 * nodes trust only its headers. Elsewhere there is only one loopback address.
 */
export const balancerAddress = process.platform === 'linux' ? '127.0.0.2' : undefined;

/** Finds free ports of 127.0.0.1. */
export async function freePorts(count) {
  const probes = await Promise.all(Array.from({ length: count }, () => listening(0)));
  const ports = probes.map((probe) => probe.address().port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

/** Whether the port is in use. */
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

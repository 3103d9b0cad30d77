import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Where it really listens, as an address to connect to. */
export function addressOf(app: NestFastifyApplication): string {
  const { port, address } = app.getHttpServer().address() as { port: number; address: string };
  const reachable =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address] ?? (address.includes(':') ? `[${address}]` : address);
  return `http://${reachable}:${port}`;
}

/** Closes it; requests that last longer are cut off then. */
export async function closeWithin(app: NestFastifyApplication, milliseconds: number): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), milliseconds);
  await app.close();
  clearTimeout(cut);
}

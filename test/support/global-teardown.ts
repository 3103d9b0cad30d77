import { rmSync } from 'node:fs';

export default async function tearDown(): Promise<void> {
  const { testPostgres } = globalThis as unknown as { testPostgres: { directory: string; stop(): Promise<unknown> } };
  await testPostgres.stop();
  rmSync(testPostgres.directory, { recursive: true, force: true });
}

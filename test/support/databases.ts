import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

/** A fresh copy of the migrated template, or of another database without connections; its address. */
export const newDatabase = (template = 'template_parley'): Promise<string> => create(template);

/** The address of an empty database. */
export const emptyDatabase = (): Promise<string> => create('template1');

/** The environment of the tests drops all databases of a worker when a file ends (scripts/jest/databases.cjs). */
async function create(template: string): Promise<string> {
  const url = process.env.TEST_POSTGRES_URL!;
  const name = `world_${process.env.JEST_WORKER_ID}_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: url });
  await admin.connect();
  // Copying the files takes half the time of copying the pages through the log.
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  await admin.end();
  return withDatabase(url, name);
}

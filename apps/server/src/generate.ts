import 'reflect-metadata';
import { Config, DomainEventBus, startEmbeddedPostgres } from '@app/platform';
import { Registry } from '@app/realtime';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApplication } from './boot';
import { openApiOf } from './openapi';

/** Writes docs/openapi.json and docs/events.md, as the running module graph has them, into the directory argv[2], or docs. */
async function generate(target: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-generate-'));
  const database = await startEmbeddedPostgres({ dataDirectory: directory, durable: false });
  try {
    const config = Config.fromEnvironment({ PARLEY_DATA_DIR: directory, PARLEY_LOG_LEVEL: 'warn' });
    const app = await openApplication(config, database.url);
    writeFileSync(join(target, 'openapi.json'), `${JSON.stringify(openApiOf(app), null, 2)}\n`);
    writeFileSync(join(target, 'events.md'), eventsPage(app.get(DomainEventBus), app.get(Registry)));
    await app.close();
  } finally {
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function eventsPage({ raisers, handlers }: DomainEventBus, registry: Registry): string {
  const names = [...new Set([...raisers, ...handlers].map(({ event }) => event as string))].sort();
  const wheres = (handles: { event: string; where: string }[], name: string): string =>
    handles
      .filter(({ event }) => event === name)
      .map(({ where }) => `\`${where}\``)
      .join(', ') || '-';
  const domain = names.map((name) => `| \`${name}\` | ${wheres(raisers, name)} | ${wheres(handlers, name)} |`);
  const kinds = [...registry.kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  const client = kinds.map(({ kind, type }) => `| \`${kind}\` | \`${type}\` |`);
  const parts = registry.parts.map(
    (part) => `| \`${part.constructor.name}\` | ${part.types.map((type) => `\`${type}\``).join(', ')} |`,
  );
  return [
    '# Events',
    '',
    'Generated from the running module graph by `npm run generate`; do not edit.',
    '',
    '## Domain events',
    '',
    'Raised inside the transaction; the handlers run one after another, in this order, in the same transaction.',
    '',
    '| event | raised by | handlers |',
    '| --- | --- | --- |',
    ...domain,
    '',
    '## Client events',
    '',
    'Kinds of entries in the event log, and the type that clients see.',
    '',
    '| kind | type |',
    '| --- | --- |',
    ...client,
    '',
    '## Snapshot parts',
    '',
    'Shares of `POST /register`, and the words that ask for them.',
    '',
    '| part | asked for by |',
    '| --- | --- |',
    ...parts,
    '',
  ].join('\n');
}

generate(process.argv[2] ?? 'docs').then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);

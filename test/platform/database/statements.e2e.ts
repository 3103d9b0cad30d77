import 'reflect-metadata';
import { migrate } from '@app/platform';
import { relayMigrations } from '../../../apps/push-relay/src/migrations';
import { emptyDatabase, newDatabase } from '../../support/databases';
import { Schema } from '../../support/schema/described';
import { Call, callsIn } from '../../support/schema/statements';

/** The type check of the whole tree takes minutes on a busy machine. */
const READING_MS = 900_000;

/** Nullable columns in statements whose condition excludes null. */
const NEVER_NULL = [
  'ApiKeyRepository.sealedOf: sealed may be null',
  'AttachmentRepository.channelIds: channelId may be null',
  'DeviceTokenRepository.registered: sealed may be null',
  'DeviceTokenRepository.take: sealed may be null',
  'MessageReadersRepository.ways: channelId may be null',
  'OrganizationExportRepository.files: size may be null',
  'PushDeviceRepository.hold: bouncerPublicKey may be null',
  'PushDeviceRepository.hold: registration may be null',
  'ScimObjectRepository.groups: groupId may be null',
  'ScimObjectRepository.known: userId may be null',
  'ScimObjectRepository.ofGroup: groupId may be null',
  'ScimObjectRepository.ofUser: userId may be null',
  'ScimObjectRepository.users: userId may be null',
  'SecondFactorRepository.findPasskey: credentialId may be null',
  'SecondFactorRepository.findPasskey: publicKey may be null',
  'SecondFactorRepository.passkeysOf: credentialId may be null',
  'SecondFactorRepository.passkeysOf: publicKey may be null',
  'SecondFactorRepository.totpSecrets: sealedSecret may be null',
];

/**
 * How many statements of a class are composed at run time, of tables and narrows for example: their rows are not
 * checked. The limit may only decrease.
 */
const COMPOSED = {
  EventLog: 2,
  LogPartitionRepository: 2,
  PageRepository: 3,
  SearchIndexRepository: 2,
  WordPageRepository: 2,
};

describe('statements', () => {
  let calls: Call[];
  let server: Schema;
  let relay: Schema;
  beforeAll(async () => {
    calls = callsIn('libs', 'apps');
    server = await Schema.at(await newDatabase());
    const url = await emptyDatabase();
    await migrate(url, relayMigrations);
    relay = await Schema.at(url);
  }, READING_MS);
  afterAll(async () => {
    await server?.close();
    await relay?.close();
  });

  it('are valid in the migrated schema, and return the rows that their callers declare', async () => {
    const faults: string[] = [];
    for (const { place, file, texts, columns } of calls) {
      const schema = file.startsWith('apps/push-relay/') ? relay : server;
      for (const text of texts ?? [])
        faults.push(...(await schema.faultsOf(text, columns)).map((fault) => `${place}: ${fault}`));
    }
    expect([...new Set(faults)].sort()).toEqual(NEVER_NULL);
  });

  it('are composed at run time only in the listed classes', () => {
    const composed = new Map<string, number>();
    for (const { place, texts } of calls)
      if (texts === null) composed.set(place.split('.')[0], (composed.get(place.split('.')[0]) ?? 0) + 1);
    expect(Object.fromEntries(composed)).toEqual(COMPOSED);
  });

  it.each([
    ['SELECT nothing FROM draft', 'column "nothing" does not exist'],
    ['SELECT id, content FROM draft', 'does not declare content'],
    ['SELECT 1 AS other FROM draft', 'has no id'],
    ['SELECT content AS id FROM draft', 'id is string, not number'],
    ['SELECT channel_id AS id FROM draft', 'id may be null'],
  ])('that do not match are detected: %s', async (text, fault) => {
    expect(await server.faultsOf(text, new Map([['id', { kind: 'number', mayBeNull: false }]]))).toContain(fault);
  });
});

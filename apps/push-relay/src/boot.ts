import * as kernel from '@app/kernel';
import * as platform from '@app/platform';
import { addressOf, closeWithin, createAdapter, Log, migrate, prepareHttp, Workers } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RelayConfig } from './config/relay-config';
import { speakLosslessJson } from './http/json-body';
import { RelayKeys } from './keys/relay-keys.service';
import { relayMigrations } from './migrations';
import { DeliveryRepository } from './notifications/delivery.repository';
import { RelayModule } from './relay.module';
import { Transports } from './transports/transports';

/** A batch on its way to the push services gets its answer; the server that waits for it has more patience. */
const REQUESTS_MS = 6_000;

export interface RunningRelay {
  app: NestFastifyApplication;
  /** Where it really listens, as an address to connect to. */
  url: string;
  /** The first key of this relay, just made: what apps encrypt their registrations to. Null: there is one already. */
  firstKey: string | null;
  stop(): Promise<void>;
}

/**
 * Starts a node of the relay: schema, a first key where there is none, then requests.
 * @throws ConfigurationIsInvalid where the secret is not that of the database
 */
export async function startRelay(config: RelayConfig, databaseUrl: string): Promise<RunningRelay> {
  for (const room of [kernel, platform]) Object.values(room); // loads their files before the first request
  await migrate(databaseUrl, relayMigrations);
  const options = { bodyParser: false, bufferLogs: true, abortOnError: false };
  const module = RelayModule.with(config, databaseUrl);
  const app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(config), options);
  app.useLogger(app.get(Log));
  await prepareHttp(app);
  speakLosslessJson(app.getHttpAdapter().getInstance());
  await app.init();
  try {
    return await serve(app, config);
  } catch (error) {
    await app.close(); // or nothing would ever end the process
    throw error;
  }
}

async function serve(app: NestFastifyApplication, config: RelayConfig): Promise<RunningRelay> {
  for (const name of config.unknownNames) app.get(Log).warn(`${name} is set, but this version does not read it`);
  const firstKey = await app.get(RelayKeys, { strict: false }).addFirst();
  // Only one process uses an embedded database. So deliveries that were claimed when the last process ended are no
  // longer running.
  if (config.databaseUrl === null) await app.get(DeliveryRepository, { strict: false }).giveAllBack();
  await app.listen({ port: config.port, host: config.host });
  app.get(Workers, { strict: false }).start();
  void app.get(Transports, { strict: false }).greet();
  return { app, url: addressOf(app), firstKey, stop: () => closeWithin(app, REQUESTS_MS) };
}

/** Everything but the routes: for the command line. */
export async function openRelayContext(config: RelayConfig, databaseUrl: string): Promise<INestApplicationContext> {
  await migrate(databaseUrl, relayMigrations);
  const options = { bufferLogs: true, abortOnError: false };
  const app = await NestFactory.createApplicationContext(RelayModule.with(config, databaseUrl), options);
  app.useLogger(app.get(Log));
  return app.init();
}

import { Avatars, FirstStart, FirstStartResult } from '@app/identity';
import { Config, createAdapter, Log, migrate, prepareHttp, startEmbeddedPostgres, Workers } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { migrations } from '@migrations';
import { serveOpenApi } from './openapi';
import { ServerModule } from './server.module';

/** Requests that last longer are cut off at the end, so that what they hold is given back while the database is there. */
const REQUESTS_MS = 6_000;

/** A database to work with: the operator's, or one of our own that ends with us. */
export interface OpenDatabase {
  url: string;
  /** Resolves when an embedded PostgreSQL has gone away by itself; never for an external one. */
  gone: Promise<void>;
  close(): Promise<void>;
}

export interface RunningServer {
  app: NestFastifyApplication;
  /** Where it really listens, as an address to connect to. */
  url: string;
  firstStart: FirstStartResult;
  stop(): Promise<void>;
}

/** @throws DataDirectoryInUse, EmbeddedPostgresUnavailable */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl)
    return { url: config.databaseUrl, gone: new Promise(() => undefined), close: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, durable: true });
  return { url: embedded.url, gone: embedded.stopped, close: () => embedded.stop() };
}

/** The application with all its routes, on a database of the current schema; not listening yet. */
export async function openApplication(config: Config, databaseUrl: string): Promise<NestFastifyApplication> {
  await migrate(databaseUrl, migrations);
  const app = await NestFactory.create<NestFastifyApplication>(
    ServerModule.with(config, databaseUrl),
    createAdapter(config),
    {
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
    },
  );
  app.useLogger(app.get(Log));
  await prepareHttp(app);
  serveOpenApi(app);
  await app.init();
  return app;
}

/** Everything but the routes: for the command line. Migrates only where the command does not do so itself. */
export async function openContext(config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  await migrate(databaseUrl, migrations);
  const app = await NestFactory.createApplicationContext(ServerModule.with(config, databaseUrl), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Log));
  return app.init();
}

/** Starts a node: schema, first organization where there is none, then requests. */
export async function startServer(config: Config, databaseUrl: string): Promise<RunningServer> {
  const app = await openApplication(config, databaseUrl);
  for (const name of config.unknownNames) app.get(Log).warn(`${name} is set, but this version does not read it`);
  const firstStart = await app.get(FirstStart).run();
  await app.get(Avatars).followConfiguration();
  await app.listen({ port: config.port, host: config.host });
  app.get(Workers).start();
  return { app, url: addressOf(app), firstStart, stop: () => stop(app) };
}

async function stop(app: NestFastifyApplication): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), REQUESTS_MS);
  await app.close();
  clearTimeout(cut);
}

function addressOf(app: NestFastifyApplication): string {
  const { port, address } = app.getHttpServer().address() as { port: number; address: string };
  const reachable =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address] ?? (address.includes(':') ? `[${address}]` : address);
  return `http://${reachable}:${port}`;
}

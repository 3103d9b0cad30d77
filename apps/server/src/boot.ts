import { AvatarSources, FirstStart, FirstStartResult } from '@app/identity';
import {
  addressOf,
  BrowserClient,
  closeWithin,
  Config,
  createAdapter,
  Draining,
  Renewal,
  Log,
  limitUnknownPaths,
  migrate,
  prepareHttp,
  RateLimits,
  Workers,
} from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { migrations } from '@migrations';
import { setTimeout as delay } from 'node:timers/promises';
import { loadContexts } from './load-contexts';
import { serveOpenApi } from './openapi';
import { ServerModule } from './server.module';
import { savePassword, writeZuliprc } from './welcome';

/** Requests that last longer are cut off at the end, so that what they hold is given back while the database is there. */
const REQUESTS_MS = 5_000;
/**
 * The length of the queue of new connections, as far as the system allows. A balancer would treat a node with a full
 * queue as unreachable.
 */
const MAX_WAITING = 4_096;

export interface RunningServer {
  app: NestFastifyApplication;
  /** Where it really listens, as an address to connect to. */
  url: string;
  firstStart: FirstStartResult;
  stop(): Promise<void>;
  /** As `stop`, without failures for clients that can use another node. */
  leave(): Promise<void>;
  /** Resolves when the process must be restarted because the database was replaced. */
  outdated: Promise<void>;
}

const sayThatItWaits = (): void =>
  void process.stderr.write(
    'A migration waits for a table that somebody works with; `doctor` names the longest transaction.\n',
  );

/** The application with all its routes, on a database of the current schema; not listening yet. */
export async function openApplication(config: Config, databaseUrl: string): Promise<NestFastifyApplication> {
  loadContexts();
  await migrate(databaseUrl, migrations, sayThatItWaits, config.databasePooler);
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
  await prepareHttp(app, config.databasePatience);
  limitUnknownPaths(app.getHttpAdapter().getInstance(), app.get(RateLimits));
  serveOpenApi(app);
  app.get(BrowserClient).serveFiles(app.getHttpAdapter().getInstance());
  await app.init();
  return app;
}

/** Everything but the routes: for the command line. Migrates only where the command does not do so itself. */
export async function openContext(config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  await migrate(databaseUrl, migrations, sayThatItWaits, config.databasePooler);
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
  writeZuliprc(config, firstStart);
  try {
    await app.get(AvatarSources).followConfiguration();
    await app.listen({ port: config.port, host: config.host, backlog: MAX_WAITING });
  } catch (error) {
    savePassword(firstStart);
    await closeWithin(app, REQUESTS_MS);
    throw error;
  }
  app.get(Workers).start();
  const stop = () => closeWithin(app, REQUESTS_MS);
  const leave = async () => {
    await drain(app, config.drainSeconds);
    await stop();
  };
  return { app, url: addressOf(app), firstStart, stop, leave, outdated: app.get(Renewal).asked };
}

/** First balancers get time to see that the node is ending, then clients with connections to it. */
async function drain(app: NestFastifyApplication, announcedSeconds: number): Promise<void> {
  const draining = app.get(Draining);
  draining.isAnnounced = true;
  await delay(announcedSeconds * 1_000);
  await draining.empty(app.getHttpAdapter().getInstance());
}

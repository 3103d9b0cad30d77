import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  httpServer: Server;
}

// The package has no types.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const S3rver = require('s3rver') as new (options: object) => S3Server;

const BUCKET = 'parley-test';
/** The only key id of that server, and its secret. */
const KEY = 'S3RVER';

/** A server that speaks S3, on this machine, with a bucket in it. */
export class ObjectStoreServer {
  private readonly directory = mkdtempSync(join(tmpdir(), 'parley-s3-'));
  private server: S3Server;
  private port = 0;

  static async start(): Promise<ObjectStoreServer> {
    const store = new ObjectStoreServer();
    await store.open();
    return store;
  }

  /** Settings of a server that stores its files here. */
  get environment(): NodeJS.ProcessEnv {
    return {
      PARLEY_S3_BUCKET: BUCKET,
      PARLEY_S3_ENDPOINT: `http://127.0.0.1:${this.port}`,
      PARLEY_S3_ACCESS_KEY_ID: KEY,
      PARLEY_S3_SECRET_ACCESS_KEY: KEY,
      PARLEY_S3_PREFIX: 'chat',
    };
  }

  /** At the same address, with the same objects. */
  async open(): Promise<void> {
    mkdirSync(this.directory, { recursive: true });
    this.server = new S3rver({
      address: '127.0.0.1',
      port: this.port,
      silent: true,
      directory: this.directory,
      configureBuckets: [{ name: BUCKET }],
    });
    this.port = (await this.server.run()).port;
  }

  /** Clients are refused the connection. */
  async close(): Promise<void> {
    const closed = once(this.server.httpServer, 'close');
    this.server.httpServer.closeAllConnections();
    await this.server.close();
    await closed;
  }

  async stop(): Promise<void> {
    if (this.server.httpServer.listening) await this.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

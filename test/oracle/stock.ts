import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Notices } from './notices';
import type { Actor } from './scene';
import { Prelude } from './plan';
import { open, Opening } from './sequence';
import { OracleServer } from './oracle-server';

/**
 * Openings are made once, in a database that is copied: making one takes longer than playing a short sequence. So they
 * can have a history, and a short sequence begins with channels, messages and files. A world without unused openings is
 * replaced by one on the next copy.
 */
export class Stock {
  /** The uploaded files, and the key of encrypted columns. */
  private readonly files = mkdtempSync(join(tmpdir(), 'parley-stock-'));

  private constructor(
    private readonly template: string,
    private readonly scenes: number,
    private readonly outsider: Actor,
    private readonly openings: readonly (Opening & { prelude: Prelude })[],
  ) {}

  static async make(notices: Notices, preludes: readonly Prelude[]): Promise<Stock> {
    const oracleServer = await OracleServer.raise(notices);
    const { world } = oracleServer;
    const openings = [];
    for (const prelude of preludes) openings.push({ ...(await open(oracleServer, prelude)), prelude });
    const template = new URL(world.databaseUrl).pathname.slice(1);
    const stock = new Stock(template, oracleServer.scenes, oracleServer.outsider, openings);
    cpSync(world.directory, stock.files, { recursive: true });
    await oracleServer.close();
    return stock;
  }

  /** An oracleServer in a world of its own; each opening is used once. */
  async raise(notices: Notices): Promise<{ oracleServer: OracleServer; openings: (Opening & { prelude: Prelude })[] }> {
    const copied = { TEST_TEMPLATE: this.template, TEST_FILES: this.files };
    const oracleServer = await OracleServer.raise(notices, copied, { elsewhere: this.outsider, scenes: this.scenes });
    const openings = this.openings.map(({ scene, queues, prelude }) => {
      const copy = scene.copyFor(oracleServer);
      return { scene: copy, queues: queues.copyFor(copy), prelude };
    });
    return { oracleServer, openings };
  }

  close(): void {
    rmSync(this.files, { recursive: true });
  }
}

import type { Notices } from './notices';
import { Finding } from './findings';
import { Plan, Prelude } from './plan';
import { Opening, play } from './sequence';
import type { Stock } from './stock';
import type { OracleServer } from './oracle-server';

/** The result of a sequence. */
export interface Played {
  finding: Finding | null;
  actions: number;
  /** So many notifications reached devices. */
  notices: number;
}

/** Plays sequences on the openings of a stock, one world after the other, some of them in parallel. */
export class OracleRuns {
  private oracleServer: OracleServer;
  private openings: (Opening & { prelude: Prelude })[] = [];
  private readonly underWay = new Set<Promise<unknown>>();
  private change: Promise<void> | null = null;
  private isOpen = false;

  constructor(
    private readonly notices: Notices,
    private readonly stock: Stock,
  ) {}

  /** After any earlier sequence, in the next opening. `tamper`: see OracleServer. */
  async play(plan: Plan, tamper?: OracleServer['tamper']): Promise<Played> {
    const { prelude, ...opening } = await this.next();
    if (tamper) this.oracleServer.tamper = tamper;
    const before = opening.scene.taken;
    const playing = play(this.oracleServer, { ...plan, prelude }, opening);
    this.underWay.add(playing);
    const finding = await playing.finally(() => this.underWay.delete(playing));
    return { finding, actions: opening.scene.taken - before, notices: opening.scene.devices.notices.length };
  }

  async close(): Promise<void> {
    if (this.isOpen) await this.oracleServer.close();
    this.isOpen = false;
  }

  private async next(): Promise<Opening & { prelude: Prelude }> {
    for (;;) {
      const opening = this.openings.pop();
      if (opening) return opening;
      await (this.change ??= this.changeWorlds().finally(() => (this.change = null)));
    }
  }

  private async changeWorlds(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.close();
    const { oracleServer, openings } = await this.stock.raise(this.notices);
    Object.assign(this, { oracleServer, openings, isOpen: true });
  }
}

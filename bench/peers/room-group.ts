import type { Group, Sender } from '../load/load';
import { Tally } from '../load/tally';
import { XmppClient } from './xmpp-client';

const ROOM = 'bench';
const AT_ONCE = 10;

/**
 * All users are in one room, and some of them send. A message is accepted when it comes back, which is after the
 * archive.
 */
export class RoomGroup implements Group {
  tally: Tally;
  readonly senders: readonly Sender[];

  private constructor(
    private readonly clients: readonly XmppClient[],
    senders: number,
  ) {
    this.tally = new Tally(clients.length, 0);
    const waiting = new Map<number, () => void>();
    for (const [at, client] of clients.entries()) {
      client.listen((number) => {
        this.tally.take(at, number, performance.now());
        if (at === number % senders) waiting.get(number)?.();
      });
    }
    this.senders = clients.slice(0, senders).map(() => ({
      send: (number) =>
        new Promise((resolve) => {
          waiting.set(number, () => {
            waiting.delete(number);
            resolve();
          });
          clients[number % senders].send(ROOM, number);
        }),
    }));
  }

  static async open(port: number, names: readonly string[], senders: number): Promise<RoomGroup> {
    const clients: XmppClient[] = [];
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE).map((name) => XmppClient.join(port, name, ROOM));
      clients.push(...(await Promise.all(some)));
    }
    return new RoomGroup(clients, senders);
  }

  /** All messages so far. */
  get sent(): number {
    return this.tally.first + this.tally.sent;
  }

  get size(): number {
    return this.clients.length;
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}

import 'reflect-metadata';
import { Database, DatabaseAccess, DomainEventBus, lock, OnDomainEvent, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Test, TestingModule } from '@nestjs/testing';
import { DatabaseModule } from '../../../libs/platform/src/database/database.module';
import { DomainEventsModule } from '../../../libs/platform/src/events/domain-events.module';
import { AsyncContextValue } from '../../../libs/platform/src/process/async-context-value';
import { newDatabase } from '../../support/databases';

declare module '@app/kernel' {
  interface DomainEvents {
    SomethingHappened: { failAt: string | null };
  }
}

const happened: string[] = [];

function note(name: string, { failAt }: { failAt: string | null }): void {
  happened.push(name);
  if (failAt === name) throw new Error(`${name} failed`);
}

@Injectable()
class Late {
  @OnDomainEvent('SomethingHappened', 'messaging')
  async only(event: { failAt: string | null }): Promise<void> {
    note('messaging', event);
  }
}

@Injectable()
class Early {
  constructor(private readonly database: Database) {}

  @OnDomainEvent('SomethingHappened', 'identity')
  async first(event: { failAt: string | null }): Promise<void> {
    await this.database.write('INSERT INTO note (text) VALUES ($1)', ['identity']);
    note('identity', event);
  }

  @OnDomainEvent('SomethingHappened', 'channels')
  async second(event: { failAt: string | null }): Promise<void> {
    note('channels', event);
  }
}

describe('transactions', () => {
  let module: TestingModule;
  let database: Database;
  let transactions: Transactions;
  let events: DomainEventBus;

  beforeAll(async () => {
    const url = await newDatabase();
    module = await Test.createTestingModule({
      imports: [DatabaseModule.connectedTo(new DatabaseAccess(url)), DomainEventsModule],
      providers: [Late, Early],
    }).compile();
    await module.init();
    database = module.get(Database);
    transactions = module.get(Transactions);
    events = module.get(DomainEventBus);
    await database.write('CREATE TABLE note (text text)');
  });
  afterAll(() => module.close());
  beforeEach(async () => {
    happened.length = 0;
    await database.write('DELETE FROM note');
  });

  const notes = async () => (await database.rows<{ text: string }>('SELECT text FROM note')).map(({ text }) => text);

  it('take their locks before anything else', async () => {
    const order: string[] = [];
    let entered = () => undefined as void;
    const first = new Promise<void>((resolve) => (entered = resolve));
    const holder = transactions.run([lock.channel(7)], async () => {
      entered();
      order.push('holder begins');
      await database.write('INSERT INTO note (text) VALUES ($1)', ['holder']);
      while ((await waiters()) === 0) await new Promise(setImmediate);
      order.push('holder ends');
    });
    await first;
    const follower = transactions.run(
      [lock.channelShared(7)],
      async () => void order.push(`follower sees ${(await notes()).length}`),
    );
    await Promise.all([holder, follower]);
    expect(order).toEqual(['holder begins', 'holder ends', 'follower sees 1']);
  });

  const waiters = async () =>
    (await database.rows("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length;

  it('share a lock in shared mode', async () => {
    let both = 0;
    const meet = () =>
      transactions.run([lock.channelShared(8)], async () => {
        both++;
        while (both < 2) await new Promise(setImmediate);
      });
    await expect(Promise.all([meet(), meet()])).resolves.toEqual([undefined, undefined]);
  });

  it('are joined by nested transactions', async () => {
    const nested = transactions.run([lock.user(1)], async () => {
      await transactions.run([lock.user(1)], () => database.write("INSERT INTO note (text) VALUES ('inner')"));
      throw new Error('outer failed');
    });
    await expect(nested).rejects.toThrow('outer failed');
    expect(await notes()).toEqual([]);
  });

  it('are over for what was begun in them and outlives them', async () => {
    const value = new AsyncContextValue<string>();
    let end = (): void => undefined;
    const isOver = new Promise<void>((resolve) => (end = resolve));
    const write = () => database.write('INSERT INTO note (text) VALUES ($1)', ['outlived']);
    const begun = await transactions.run([], () =>
      value.run('kept', async () => {
        const inside = transactions.open;
        return {
          inside,
          later: isOver.then(() => [transactions.open, value.get(), transactions.run([], write)] as const),
        };
      }),
    );
    end();
    const [open, kept, written] = await begun.later;
    await written;
    expect([begun.inside === undefined, open, kept]).toEqual([false, undefined, 'kept']);
    expect(await database.rows("SELECT 1 FROM note WHERE text = 'outlived'")).toHaveLength(1);
  });

  it('refuse a lock that is taken late', async () => {
    const late = transactions.run([lock.channelShared(1)], () =>
      transactions.run([lock.channel(1)], async () => undefined),
    );
    await expect(late).rejects.toThrow('must be taken by the first statement');
  });

  describe('with locks that depend on stored data', () => {
    /** A channel that changes with each read until it is stable; where the work ran. */
    const unstable = (...seen: number[]) => ({
      resolve: async () => (seen.length > 1 ? seen.shift()! : seen[0]),
      locksOf: (id: number) => [lock.channel(id)],
    });

    it('are repeated until the locks match the data', async () => {
      const met = await transactions.runWhenStable({
        ...unstable(1, 2, 2, 3, 3),
        work: async (id) => {
          await database.write("INSERT INTO note (text) VALUES ('met')");
          return { id, locks: transactions.required.locks };
        },
      });
      expect(met).toEqual({ id: 3, locks: [lock.channel(3)] });
      expect(await notes()).toEqual(['met']);
    });

    it('are rolled back if a second read does not confirm the first', async () => {
      const confirmed: number[] = [];
      const met = await transactions.runWhenStable({
        ...unstable(1, 2),
        confirm: async (id) => {
          await database.write("INSERT INTO note (text) VALUES ('looked')");
          confirmed.push(id);
          return id === 2 ? { name: 'two' } : null;
        },
        work: async ({ name }) => name,
      });
      expect(met).toBe('two');
      expect(confirmed).toEqual([1, 2]);
      expect(await notes()).toEqual(['looked']);
    });

    it('repeat the transaction that they join', async () => {
      const inner = unstable(5, 5, 6, 6, 6);
      const attempts: number[] = [];
      const met = await transactions.runWhenStable({
        ...inner,
        work: (outer) => {
          attempts.push(outer);
          return transactions.runWhenStable({ ...inner, work: async (id) => [outer, id] });
        },
      });
      expect(attempts).toEqual([5, 6]);
      expect(met).toEqual([6, 6]);
    });

    it('fail as the work fails', async () => {
      const failing = transactions.runWhenStable({
        ...unstable(1),
        work: () => Promise.reject(new Error('the work failed')),
      });
      await expect(failing).rejects.toThrow('the work failed');
    });
  });

  it('are repeated after a deadlock', async () => {
    await database.write("INSERT INTO note (text) VALUES ('a'), ('b')");
    let arrived = 0;
    const update = (one: string, other: string) => {
      let attempt = 0;
      return transactions.run([], async () => {
        attempt++;
        await database.write('UPDATE note SET text = text WHERE text = $1', [one]);
        arrived++;
        while (attempt === 1 && arrived < 2) await new Promise(setImmediate);
        await database.write('UPDATE note SET text = text WHERE text = $1', [other]);
        return attempt;
      });
    };
    const attempts = await Promise.all([update('a', 'b'), update('b', 'a')]);
    // The repeated one may take its lock before the other one wakes up, and meet it again.
    expect(Math.max(...attempts)).toBeGreaterThan(1);
  });

  it('refuse domain events outside', async () => {
    await expect(events.raise('SomethingHappened', { failAt: null })).rejects.toThrow('inside a transaction');
  });

  it('run handlers one after another in the order of the contexts', async () => {
    await transactions.run([], () => events.raise('SomethingHappened', { failAt: null }));
    expect(happened).toEqual(['identity', 'channels', 'messaging']);
    expect(await notes()).toEqual(['identity']);
  });

  it('run no handler after a failed one, and roll back', async () => {
    const failing = transactions.run([], () => events.raise('SomethingHappened', { failAt: 'channels' }));
    await expect(failing).rejects.toThrow('channels failed');
    expect(happened).toEqual(['identity', 'channels']);
    expect(await notes()).toEqual([]);
  });

  it('wait for the work that is awaited after the commit, outside of the transaction', async () => {
    const order: string[] = [];
    await transactions.run([], async () => {
      await database.write("INSERT INTO note (text) VALUES ('done')");
      transactions.required.awaitedAfterCommit.push(async () => {
        await new Promise(setImmediate);
        order.push(`the awaited work sees ${await notes()}, ${transactions.open ? 'inside' : 'outside'}`);
      });
      await transactions.run([], async () => void order.push('inner'));
    });
    order.push('answered');
    expect(order).toEqual(['inner', 'the awaited work sees done, outside', 'answered']);
  });

  it('skip this work when they fail, and do not fail because of it', async () => {
    let came = 0;
    const failing = transactions.run([], async () => {
      transactions.required.awaitedAfterCommit.push(async () => void came++);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    const done = transactions.run([], async () => {
      await database.write("INSERT INTO note (text) VALUES ('kept')");
      transactions.required.awaitedAfterCommit.push(() => {
        throw Object.assign(new Error('deadlock'), { code: '40P01' });
      });
      transactions.required.awaitedAfterCommit.push(async () => void came++);
      return 'answer';
    });
    await expect(done).resolves.toBe('answer');
    expect([came, await notes()]).toEqual([1, ['kept']]);
  });

  const INSERT = 'INSERT INTO note (text) VALUES ($1)';

  it('send their last write and COMMIT together', async () => {
    let committed = false;
    const done = transactions.run([], async () => {
      await database.write(INSERT, ['first']);
      database.writeLast(INSERT, ['last']);
      transactions.required.afterCommit.push(() => void (committed = true));
      return 'answer';
    });
    await expect(done).resolves.toBe('answer');
    expect([committed, await notes()]).toEqual([true, ['first', 'last']]);
  });

  it('are rolled back by a failed last write, with its error for the caller', async () => {
    let committed = false;
    const failing = transactions.run([], async () => {
      await database.write(INSERT, ['first']);
      database.writeLast('INSERT INTO note (text) SELECT 1 / $1::int', [0]);
      transactions.required.afterCommit.push(() => void (committed = true));
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect([committed, await notes()]).toEqual([false, []]);
    const broken = transactions.run([], async () => {
      database.writeLast('INSERT INTO note (text) SELECT 1 / $1::int', [0]);
      throw new Error('given up');
    });
    await expect(broken).rejects.toThrow('given up');
    expect(await notes()).toEqual([]);
  });

  it('with an immediate start take their locks before their first statement too', async () => {
    let entered = () => undefined as void;
    const first = new Promise<void>((resolve) => (entered = resolve));
    const holder = transactions.run([lock.channel(9)], async () => {
      entered();
      while ((await waiters()) === 0) await new Promise(setImmediate);
      await database.write(INSERT, ['holder']);
    });
    await first;
    const follower = transactions.run([lock.channelShared(9)], notes, { beginsAtOnce: true });
    await holder;
    expect(await follower).toEqual(['holder']);
  });

  it('with an immediate start do nothing if a lock cannot be taken, with that error for the caller', async () => {
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let entered = () => undefined as void;
    const first = new Promise<void>((resolve) => (entered = resolve));
    const holder = transactions.run([lock.channel(10)], () => {
      entered();
      return released;
    });
    await first;
    const waiting = transactions.run([lock.channel(10)], () => database.write(INSERT, ['too early']), {
      beginsAtOnce: true,
    });
    const heard = expect(waiting).rejects.toThrow('canceling statement due to user request');
    while ((await waiters()) === 0) await new Promise(setImmediate);
    await database.rows("SELECT pg_cancel_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    await heard;
    release();
    await holder;
    expect(await notes()).toEqual([]);
  });

  it('recover from a lost connection: the next one succeeds', async () => {
    const lost = transactions.run([], () => database.rows('SELECT pg_terminate_backend(pg_backend_pid())'));
    await expect(lost).rejects.toThrow();
    expect(await transactions.run([], () => database.rows('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});

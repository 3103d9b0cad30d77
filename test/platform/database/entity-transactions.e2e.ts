import 'reflect-metadata';
import { DatabaseAccess, IdentityColumn, isDatabaseUnavailable, Transactions } from '@app/platform';
import { Test, TestingModule } from '@nestjs/testing';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { Column, Entity, QueryFailedError, Repository } from 'typeorm';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseModule } from '../../../libs/platform/src/database/database.module';
import { newDatabase } from '../../support/databases';
import { statementsDuring } from '../../support/statements';

@Entity('entity_note')
class NoteEntity {
  @IdentityColumn() id: number;
  @Column('text', { unique: true }) someText: string;
  @Column('timestamptz', { default: () => 'now()' }) writtenAt: Date;
}

describe('the repositories of TypeORM', () => {
  let module: TestingModule;
  let notes: Repository<NoteEntity>;
  let transactions: Transactions;

  const textsNow = async () => (await notes.find({ order: { id: 'ASC' } })).map(({ someText }) => someText);

  beforeAll(async () => {
    module = await Test.createTestingModule({
      imports: [
        DatabaseModule.connectedTo(new DatabaseAccess(await newDatabase())),
        TypeOrmModule.forFeature([NoteEntity]),
      ],
    }).compile();
    await module.init();
    notes = module.get<Repository<NoteEntity>>(getRepositoryToken(NoteEntity));
    transactions = module.get(Transactions);
    await notes.query(
      `CREATE TABLE entity_note (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, some_text text NOT NULL UNIQUE,
        written_at timestamptz NOT NULL DEFAULT now())`,
    );
  });
  beforeEach(() => notes.clear());
  afterAll(() => module.close());

  it('read the writes of the open transaction, which others see after the commit', async () => {
    const fromOutside = AsyncLocalStorage.bind(textsNow);
    await transactions.run([], async () => {
      await transactions.required.client.query("INSERT INTO entity_note (some_text) VALUES ('by SQL')");
      await notes.insert({ someText: 'by TypeORM' });
      expect(await textsNow()).toEqual(['by SQL', 'by TypeORM']);
      expect(await fromOutside()).toEqual([]);
    });
    expect(await textsNow()).toEqual(['by SQL', 'by TypeORM']);
  });

  it('roll back with the transaction', async () => {
    const failing = transactions.run([], async () => {
      await notes.insert({ someText: 'in vain' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await textsNow()).toEqual([]);
  });

  it('fail as the database does when the connection breaks between two statements', async () => {
    const fault = await transactions
      .run([], async () => {
        const { client } = transactions.required;
        const isBroken = new Promise((resolve) => client.once('end', resolve));
        await notes.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
        await isBroken;
        await notes.count();
      })
      .catch((error: unknown) => error);
    expect((fault as Error).name).toBe('QueryRunnerAlreadyReleasedError');
    expect(isDatabaseUnavailable(fault)).toBe(true);
    expect(await textsNow()).toEqual([]);
  });

  it('send one statement for each call, on the connection of the transaction', async () => {
    const sent = await statementsDuring(() =>
      transactions.run([], async () => {
        const note = notes.create({ someText: 'one' });
        await notes.insert(note);
        await notes.update({ id: note.id }, { someText: 'two' });
        await notes.findOne({ where: { id: note.id }, lock: { mode: 'pessimistic_write' } });
        await notes.countBy({ someText: 'two' });
        await notes.delete({ id: note.id });
      }),
    );
    expect(sent.map(({ text }) => text.split(/[ ;]/)[0])).toEqual([
      'BEGIN',
      'INSERT',
      'UPDATE',
      'SELECT',
      'SELECT',
      'DELETE',
      'COMMIT',
    ]);
  });

  it('return ids as numbers and times as dates, with values of the database', async () => {
    const note = notes.create({ someText: 'filled in' });
    await notes.insert(note);
    expect(note).toEqual({ id: expect.any(Number), someText: 'filled in', writtenAt: expect.any(Date) });
    expect(await notes.findOneBy({ id: note.id })).toEqual(note);
  });

  it('report the error code of a refused row, and roll back with it', async () => {
    await notes.insert({ someText: 'once' });
    const twice = transactions.run([], async () => {
      await notes.insert({ someText: 'first' });
      await notes.insert({ someText: 'once' });
    });
    await expect(twice).rejects.toMatchObject({ constructor: QueryFailedError, code: '23505' });
    expect(await textsNow()).toEqual(['once']);
  });
});

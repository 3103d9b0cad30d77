import { DomainError } from '@app/kernel';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { isDatabaseUnavailable, isDatabaseTooBusy } from '../connections/availability';
import { DatabaseAccess } from '../connections/database-access';
import { ReservedConnections } from '../connections/reserved-connections';
import { Transactions } from '../transactions/transactions';
import { onPrimary, ReplicaReader, readerNow, readingFrom } from './replica-reader';
import { Refusal, Replica } from './replica';
import { IDENTITY, WalPosition } from './wal-position';

/** A caller, and a place in the log that everything precedes which the caller may have seen. */
interface Seen {
  /** `null`: unknown. */
  readonly walPosition?: WalPosition | null;
}

/** Where reads are answered, or why the replica could not answer them. */
export type ReadOutcome = 'replica' | 'failed' | Refusal;

export interface ReadObserver {
  read(outcome: ReadOutcome): void;
  faulted(error: unknown): void;
}

/**
 * Lets a replica answer reads, as far as it has everything that was committed when the caller's credentials were checked.
 * Otherwise the primary answers (ADR 34). Without a replica, work runs as it is.
 */
@Injectable()
export class ReplicaReads implements OnApplicationShutdown {
  observer: ReadObserver | null = null;
  /** `null`: none is configured. */
  readonly replica: Replica | null;
  private identity: string | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly primary: ReservedConnections,
    access: DatabaseAccess,
  ) {
    const onFault = (error: unknown): void => this.observer?.faulted(error);
    const { readUrl, poolSize } = access;
    this.replica = readUrl === null ? null : new Replica(readUrl, poolSize, () => this.identityOfPrimary(), onFault);
  }

  /**
   * Runs work that only reads, on the replica if possible. The work may run twice: if the replica fails, the primary
   * answers.
   */
  async run<R>({ walPosition }: Seen, work: () => Promise<R>): Promise<R> {
    const { replica } = this;
    if (!replica || !walPosition || readerNow() || this.transactions.open) return work();
    const client = await this.clientAt(walPosition, replica);
    if (!client) return work();
    const reader = new ReplicaReader(client, this.dataSource);
    try {
      const result = await readingFrom(reader, work);
      if (reader.fault === null) return this.noted('replica', result);
    } catch (error) {
      // A search that takes too long here would do so there, too.
      const isAnswer = reader.fault === null || (error instanceof DomainError && isDatabaseTooBusy(reader.fault));
      if (isAnswer) {
        this.noted('replica', null);
        throw error;
      }
    } finally {
      replica.giveBack(client, isDatabaseUnavailable(reader.fault));
    }
    if (isDatabaseUnavailable(reader.fault)) replica.fail(reader.fault);
    return this.noted('failed', work());
  }

  /** As `run`, in one snapshot. `null`: the replica did not answer, and the caller has to ask the primary. */
  async snapshot<R>({ walPosition }: Seen, work: () => Promise<R>): Promise<R | null> {
    const { replica } = this;
    if (!replica || !walPosition) return null;
    const client = await this.clientAt(walPosition, replica);
    if (!client) return null;
    const reader = new ReplicaReader(client, this.dataSource);
    let fault: unknown = null;
    try {
      return this.noted('replica', await this.transactions.run([], work, { repeatableRead: true, reader }));
    } catch (error) {
      if (error instanceof DomainError) {
        this.noted('replica', null);
        throw error;
      }
      fault = error;
      return this.noted('failed', null);
    } finally {
      replica.giveBack(client, isDatabaseUnavailable(fault));
      if (isDatabaseUnavailable(fault)) replica.fail(fault);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.end();
  }

  private async clientAt(walPosition: WalPosition, replica: Replica): Promise<PoolClient | null> {
    const client = await replica.at(walPosition);
    if (!client) this.noted(replica.refusal ?? 'away', null);
    return client;
  }

  private noted<R>(outcome: ReadOutcome, result: R): R {
    this.observer?.read(outcome);
    return result;
  }

  private async identityOfPrimary(): Promise<string> {
    if (this.identity !== null) return this.identity;
    const { rows } = await onPrimary(() => this.primary.forStatement.query<{ identity: string }>(IDENTITY));
    this.identity = rows[0]!.identity;
    return this.identity;
  }
}

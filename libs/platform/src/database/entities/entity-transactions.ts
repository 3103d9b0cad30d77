import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AfterQueryEvent, BeforeQueryEvent, DataSource, EntitySubscriberInterface } from 'typeorm';
import { assertTime } from '../deadline';
import { isWrite } from '../is-write';
import { readerNow } from '../replica/replica-reader';
import { Transactions } from '../transactions/transactions';

/**
 * Lets TypeORM's repositories take part in the open transaction, within the limits that `Database` keeps. Injected
 * repositories ask the manager of the data source for a connection with each call: it answers with the transaction's.
 */
@Injectable()
export class EntityTransactions implements EntitySubscriberInterface {
  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    Object.defineProperty(dataSource.manager, 'queryRunner', {
      get: () => transactions.open?.runner ?? readerNow()?.queryRunner,
    });
    dataSource.subscribers.push(this);
  }

  beforeQuery({ query }: BeforeQueryEvent): void {
    assertTime();
    const { open } = this.transactions;
    if (open?.isSnapshot && isWrite(query)) open.deadline.begin();
  }

  afterQuery({ query, success, error }: AfterQueryEvent): void {
    if (!success && !this.transactions.open && isWrite(query)) this.transactions.noteIfEnded(error);
  }
}

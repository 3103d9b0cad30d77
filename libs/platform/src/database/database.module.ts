import { ClsPluginTransactional } from '@nestjs-cls/transactional';
import { DynamicModule, Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClsModule } from 'nestjs-cls';
import { Database } from './database';
import { DatabaseAccess } from './connections/database-access';
import { DatabasePing } from './connections/database-ping';
import { DedicatedConnection } from './connections/dedicated-connection';
import { dataSourceOptions } from './data-source';
import { EntityTransactions } from './entities/entity-transactions';
import { LockQueue, lockQueueLimits } from './transactions/lock-queue';
import { PoolPressure } from './connections/pool-pressure';
import { ReservedConnections } from './connections/reserved-connections';
import { SharedTransactions } from './transactions/shared-transactions';
import { LockFirstAdapter } from './transactions/transaction-adapter';
import { ReplicaReads } from './replica/replica-reads';
import { RowQuota } from './row-quota';
import { Transactions } from './transactions/transactions';

@Global()
@Module({})
export class DatabaseModule {
  /** @param limitMs after which a transaction that writes is ended; undefined: the usual time */
  static connectedTo(access: DatabaseAccess, limitMs = access.times.transactionMs): DynamicModule {
    const line = new LockQueue(lockQueueLimits(access));
    const adapter = new LockFirstAdapter(line, limitMs);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(access), autoLoadEntities: true, retryAttempts: 0 }),
        withoutEnhancers(
          ClsModule.forRoot({
            global: true,
            plugins: [new ClsPluginTransactional({ imports: [TypeOrmModule], adapter })],
          }),
        ),
      ],
      providers: [
        Database,
        DatabasePing,
        DedicatedConnection,
        EntityTransactions,
        PoolPressure,
        ReplicaReads,
        ReservedConnections,
        RowQuota,
        SharedTransactions,
        Transactions,
        { provide: DatabaseAccess, useValue: access },
        { provide: LockQueue, useValue: line },
      ],
      exports: [
        Database,
        DatabaseAccess,
        DatabasePing,
        DedicatedConnection,
        LockQueue,
        PoolPressure,
        ReplicaReads,
        RowQuota,
        SharedTransactions,
        Transactions,
      ],
    };
  }
}

const ENHANCERS: unknown[] = [APP_GUARD, APP_INTERCEPTOR];

/**
 * The module brings a guard and an interceptor that do nothing unless they are asked to; but where there is an
 * interceptor at all, every request goes through observables, which costs more than the rest of its way to us.
 */
function withoutEnhancers(module: DynamicModule): DynamicModule {
  const isWanted = (provider: unknown): boolean =>
    !(
      typeof provider === 'object' &&
      provider !== null &&
      'provide' in provider &&
      ENHANCERS.includes(provider.provide)
    );
  const imports = module.imports?.map((one) => ('module' in one ? withoutEnhancers(one) : one));
  return { ...module, imports, providers: module.providers?.filter(isWanted) };
}

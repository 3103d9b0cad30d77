import { ClsPluginTransactional } from '@nestjs-cls/transactional';
import { DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClsModule } from 'nestjs-cls';
import { Database } from './database';
import { DedicatedConnection } from './dedicated-connection';
import { dataSourceOptions } from './data-source';
import { LockFirstAdapter } from './transaction-adapter';
import { Transactions } from './transactions';

@Global()
@Module({})
export class DatabaseModule {
  static connectedTo(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(url), autoLoadEntities: true, retryAttempts: 0 }),
        ClsModule.forRoot({
          global: true,
          plugins: [new ClsPluginTransactional({ imports: [TypeOrmModule], adapter: new LockFirstAdapter() })],
        }),
      ],
      providers: [Database, DedicatedConnection, Transactions],
      exports: [Database, DedicatedConnection, Transactions],
    };
  }
}

import { Clock } from '@app/kernel';
import { DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './config';
import { Secrets } from './secrets';

@Global()
@Module({})
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Config, useValue: config }, Secrets, Clock],
      exports: [Config, Secrets, Clock],
    };
  }
}

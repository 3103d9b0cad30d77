import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config';
import { Log } from './log';

@Global()
@Module({
  providers: [{ provide: Log, useFactory: (config: Config) => new Log(config.logLevel), inject: [Config] }],
  exports: [Log],
})
export class LogModule {}

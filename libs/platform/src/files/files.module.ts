import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config';
import { Files } from './files';
import { openFiles } from './open-files';
import { Pictures } from './pictures';

/** The content of uploaded files, in a directory or in an object store. */
@Global()
@Module({
  providers: [Pictures, { provide: Files, useFactory: openFiles, inject: [Config] }],
  exports: [Files, Pictures],
})
export class FilesModule {}

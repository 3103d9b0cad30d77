import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config';
import { DirectoryFiles } from './directory-files';
import { Files } from './files';
import { Pictures } from './pictures';

/** The bytes of what people upload, on this machine or wherever the directory is. */
@Global()
@Module({
  providers: [
    Pictures,
    { provide: Files, useFactory: (config: Config) => new DirectoryFiles(config), inject: [Config] },
  ],
  exports: [Files, Pictures],
})
export class FilesModule {}

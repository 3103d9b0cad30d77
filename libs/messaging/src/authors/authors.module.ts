import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { Authors } from './authors.service';

@Module({
  imports: [IdentityModule],
  providers: [Authors],
  exports: [Authors],
})
export class AuthorsModule {}

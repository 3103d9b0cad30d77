import { Module } from '@nestjs/common';
import { Passwords } from './passwords.service';

@Module({
  providers: [Passwords],
  exports: [Passwords],
})
export class PasswordsModule {}

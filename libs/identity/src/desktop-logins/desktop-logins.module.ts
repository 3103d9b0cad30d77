import { Module } from '@nestjs/common';
import { DesktopLoginRepository } from './desktop-login.repository';
import { DesktopLogins } from './desktop-logins.service';

/** Logins in a browser whose session a desktop app will open. */
@Module({ providers: [DesktopLoginRepository, DesktopLogins], exports: [DesktopLogins] })
export class DesktopLoginsModule {}

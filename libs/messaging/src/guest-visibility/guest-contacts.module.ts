import { GuestContacts } from '@app/identity';
import { Global, Module } from '@nestjs/common';
import { GuestContactRepository } from './guest-contact.repository';
import { MessagingGuestContacts } from './messaging-guest-contacts.service';

/** Answers questions of identity: so it is known everywhere, and needs nothing of identity itself. */
@Global()
@Module({
  providers: [GuestContactRepository, { provide: GuestContacts, useClass: MessagingGuestContacts }],
  exports: [GuestContacts],
})
export class GuestContactsModule {}

import { GuestContacts } from '@app/identity';
import { Global, Module } from '@nestjs/common';
import { GuestContactRepository } from './guest-contact.repository';
import { MessagingGuestContacts } from './messaging-guest-contacts.service';

/** Global, because it implements a port of the identity context. It imports nothing from identity. */
@Global()
@Module({
  providers: [GuestContactRepository, { provide: GuestContacts, useClass: MessagingGuestContacts }],
  exports: [GuestContacts],
})
export class GuestContactsModule {}

import { AccountMails } from './app/account-mails';
import { Arrivals } from './app/arrivals.service';
import { Confirmations } from './app/confirmations.service';
import { EmailChanges } from './app/email-changes.service';
import { InvitationChannels } from './app/invitation-channels';
import { InvitationClientEvents } from './app/invitation.client-events';
import { Invitations } from './app/invitations.service';
import { Inviters } from './app/inviters.service';
import { LinkUpkeep } from './app/link-upkeep';
import { LinkReactions } from './app/link.reactions';
import { MailRecipients } from './app/mail-recipients.service';
import { PasswordResets } from './app/password-resets.service';
import { SignUps } from './app/sign-ups.service';
import { InvitationsController } from './http/invitations.controller';
import { EmailChangeController } from './http/pages/email-change.controller';
import { JoiningController } from './http/pages/joining.controller';
import { PasswordResetController } from './http/pages/password-reset.controller';
import { UnsubscribeController } from './http/pages/unsubscribe.controller';
import { ConfirmationRepository } from './store/confirmation.repository';
import { InvitationRepository } from './store/invitation.repository';
import { MailRecipientRepository } from './store/mail-recipient.repository';
import { PasswordRepository } from './store/password.repository';

/** What is confirmed, opened and changed by links in mails; other rooms use it. */
export const MAIL_SERVICES = [Confirmations, EmailChanges, InvitationChannels, MailRecipients];

export const MAIL_PROVIDERS = [
  AccountMails,
  Arrivals,
  ConfirmationRepository,
  InvitationClientEvents,
  InvitationRepository,
  Invitations,
  Inviters,
  LinkReactions,
  LinkUpkeep,
  MailRecipientRepository,
  PasswordRepository,
  PasswordResets,
  SignUps,
];

export const MAIL_CONTROLLERS = [
  EmailChangeController,
  InvitationsController,
  JoiningController,
  PasswordResetController,
  UnsubscribeController,
];

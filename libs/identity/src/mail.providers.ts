import { AccountMails } from './confirmations/account-mails.service';
import { AccountActivation } from './invitations/account-activation.service';
import { Confirmations } from './confirmations/confirmations.service';
import { EmailChanges } from './email-changes/email-changes.service';
import { InvitationChannels } from './invitations/invitation-channels.port';
import { InvitationClientEvents } from './invitations/invitation.client-events';
import { Invitations } from './invitations/invitations.service';
import { InvitationRights } from './invitations/invitation-rights.service';
import { LinkUpkeep } from './invitations/link-upkeep.service';
import { LinkReactions } from './invitations/link.reactions';
import { MailRecipients } from './mail-recipients/mail-recipients.service';
import { PasswordResets } from './password-changes/password-resets.service';
import { SignUps } from './invitations/sign-ups.service';
import { InvitationsController } from './invitations/invitations.controller';
import { EmailChangeController } from './email-changes/email-change.controller';
import { JoiningController } from './invitations/joining.controller';
import { PasswordResetController } from './password-changes/password-reset.controller';
import { UnsubscribeController } from './mail-recipients/unsubscribe.controller';
import { ConfirmationRepository } from './confirmations/confirmation.repository';
import { InvitationRepository } from './invitations/invitation.repository';
import { MailRecipientRepository } from './mail-recipients/mail-recipient.repository';
import { PasswordRepository } from './password-changes/password.repository';

/** What is confirmed, opened and changed by links in mails; other rooms use it. */
export const MAIL_SERVICES = [Confirmations, EmailChanges, InvitationChannels, MailRecipients];

export const MAIL_PROVIDERS = [
  AccountMails,
  AccountActivation,
  ConfirmationRepository,
  InvitationClientEvents,
  InvitationRepository,
  Invitations,
  InvitationRights,
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

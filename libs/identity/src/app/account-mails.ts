import { Letter, letter, Mails, NewMail } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Organization } from '../domain/organization';

type Sender = Pick<Organization, 'id' | 'name' | 'url'>;

/** Mails about accounts: to people who may not have one yet, so that none says more than its addressee may know. */
@Injectable()
export class AccountMails {
  constructor(private readonly mails: Mails) {}

  /** One mail to each, all in one statement. */
  invite(
    from: Sender,
    inviter: { fullName: string; deliveryEmail: string | null },
    invited: readonly { email: string; token: string }[],
  ): Promise<void> {
    const who = inviter.deliveryEmail ? `${inviter.fullName} (${inviter.deliveryEmail})` : inviter.fullName;
    const mails = invited.map(({ email, token }) =>
      mailOf(from, email, `${inviter.fullName} has invited you to ${from.name}`, {
        paragraphs: ['Hello,', `${who} invites you to join ${from.name}, where people of one organization talk.`],
        button: { label: 'Join', url: `${from.url}/accounts/do_confirm/${token}` },
        footer: ['If you do not know who that is, you can leave this mail unanswered.'],
      }),
    );
    return this.mails.queue(...mails);
  }

  signUp(from: Sender, to: string, token: string) {
    return this.send(from, to, `Your new account at ${from.name}`, {
      paragraphs: ['Hello,', `somebody, hopefully you, wants to open an account at ${from.name} with this address.`],
      button: { label: 'Open the account', url: `${from.url}/accounts/do_confirm/${token}` },
      footer: ['The link is good for one day. If it was not you, you can leave this mail unanswered.'],
    });
  }

  /** Somebody wants to sign up, or to take over the address, who could have known that it has an account. */
  hasAccount(from: Sender, to: string) {
    return this.send(from, to, `Your account at ${from.name}`, {
      paragraphs: [
        'Hello,',
        `somebody, hopefully you, wanted to use this address at ${from.name}. It has an account there already: you can log in with it.`,
        `If you do not know the password any more, you can choose a new one at ${from.url}/accounts/password/reset/.`,
      ],
      button: { label: 'Log in', url: `${from.url}/login/` },
      footer: ['If it was not you, you can leave this mail unanswered: nothing was changed.'],
    });
  }

  resetPassword(from: Sender, to: string, token: string) {
    return this.send(from, to, `A new password at ${from.name}`, {
      paragraphs: ['Hello,', `somebody, hopefully you, asked for a new password for your account at ${from.name}.`],
      button: { label: 'Choose a new password', url: `${from.url}/accounts/password/reset/${token}` },
      footer: ['The link is good for one day, and once. If it was not you, you can leave this mail unanswered.'],
    });
  }

  /** To who has no account that a password could belong to, or one that is switched off. */
  cannotResetPassword(from: Sender, to: string, isDeactivated: boolean) {
    return this.send(from, to, `A new password at ${from.name}`, {
      paragraphs: [
        'Hello,',
        `somebody, hopefully you, asked for a new password at ${from.name}, for this address.`,
        isDeactivated
          ? 'Its account there is deactivated. Whoever administers the organization can reactivate it.'
          : 'There is no account with this address: perhaps yours has another one.',
      ],
      footer: ['If it was not you, you can leave this mail unanswered.'],
    });
  }

  passwordWasChanged(from: Sender, to: string) {
    return this.send(from, to, `Your password at ${from.name} was changed`, {
      paragraphs: [
        'Hello,',
        `the password of your account at ${from.name} was changed, and everybody who was logged in with it was logged out.`,
        `If it was not you, choose another one at once at ${from.url}/accounts/password/reset/, and tell an administrator.`,
      ],
    });
  }

  confirmEmail(from: Sender, to: string, oldEmail: string, token: string) {
    return this.send(from, to, `Your new address at ${from.name}`, {
      paragraphs: ['Hello,', `the account ${oldEmail} at ${from.name} is to have this address from now on.`],
      button: { label: 'Confirm the address', url: `${from.url}/accounts/confirm_new_email/${token}` },
      footer: ['The link is good for one day. If it was not you, you can leave this mail unanswered.'],
    });
  }

  emailWasChanged(from: Sender, to: string, newEmail: string) {
    return this.send(from, to, `Your address at ${from.name} was changed`, {
      paragraphs: [
        'Hello,',
        `the address of your account at ${from.name} was changed to ${newEmail}. Mails go there from now on.`,
        'If it was not you, tell an administrator at once.',
      ],
    });
  }

  /** `comment`: the administrator's own words; empty: none. */
  wasDeactivated(from: Sender, to: string, comment: string) {
    return this.send(from, to, `Your account at ${from.name} was deactivated`, {
      paragraphs: [
        'Hello,',
        `your account ${to} at ${from.name} (${from.url}) was deactivated. You can no longer log in with it.`,
        ...(comment.trim() === '' ? [] : ['Whoever did it has this to say:']),
      ],
      quote: comment.trim() === '' ? undefined : comment,
    });
  }

  private send(from: Sender, to: string, subject: string, content: Letter): Promise<void> {
    return this.mails.queue(mailOf(from, to, subject, content));
  }
}

const mailOf = (from: Sender, to: string, subject: string, content: Letter): NewMail => ({
  organizationId: from.id,
  to,
  subject,
  fromName: from.name,
  ...letter(content),
});

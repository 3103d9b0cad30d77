import { MailBody, renderMailBody, Mails, NewMail, unlinked } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Organization } from '../records/organization';

type Sender = Pick<Organization, 'id' | 'name' | 'url'>;

/** Changes the name so that mail programs do not turn it into a link. */
const nameOf = ({ name }: Sender): string => unlinked(name);

/** Mails about accounts. The recipient may have no account, so each mail contains only what the recipient may know. */
@Injectable()
export class AccountMails {
  constructor(private readonly mails: Mails) {}

  /** `false`: mails are kept for the operator of the server. */
  get areSent(): boolean {
    return this.mails.areSent;
  }

  /**
   * Sends one mail to each recipient in one statement. A recipient who has an account gets the same mail, which then
   * mentions the account.
   */
  invite(
    from: Sender,
    inviter: { fullName: string; deliveryEmail: string | null },
    invited: readonly { email: string; token: string; hasAccount: boolean }[],
  ): Promise<void> {
    const name = unlinked(inviter.fullName);
    const who = inviter.deliveryEmail ? `${name} (${inviter.deliveryEmail})` : name;
    const mails = invited.map(({ email, token, hasAccount }) =>
      hasAccount
        ? ofAccount(from, email)
        : mailOf(from, email, `${name} has invited you to ${nameOf(from)}`, {
            paragraphs: [
              'Hello,',
              `${who} invites you to join ${nameOf(from)}, where people of one organization talk.`,
            ],
            button: { label: 'Join', url: `${from.url}/accounts/do_confirm/${token}` },
            footer: ['If you do not know who that is, you can leave this mail unanswered.'],
          }),
    );
    return this.mails.queue(...mails);
  }

  signUp(from: Sender, to: string, token: string) {
    return this.send(from, to, `Your new account at ${nameOf(from)}`, {
      paragraphs: ['Hello,', `somebody, hopefully you, wants to open an account at ${nameOf(from)} with this address.`],
      button: { label: 'Open the account', url: `${from.url}/accounts/do_confirm/${token}` },
      footer: ['The link is good for one day. If it was not you, you can leave this mail unanswered.'],
    });
  }

  /** A request tried to sign up with the address, or to change to it. */
  hasAccount(from: Sender, to: string) {
    return this.mails.queue(ofAccount(from, to));
  }

  resetPassword(from: Sender, to: string, token: string) {
    return this.send(from, to, `A new password at ${nameOf(from)}`, {
      paragraphs: ['Hello,', `somebody, hopefully you, asked for a new password for your account at ${nameOf(from)}.`],
      button: { label: 'Choose a new password', url: `${from.url}/accounts/password/reset/${token}` },
      footer: ['The link is good for one day, and once. If it was not you, you can leave this mail unanswered.'],
    });
  }

  /** For a recipient without an account that can have a password, or with a deactivated account. */
  cannotResetPassword(from: Sender, to: string, isDeactivated: boolean) {
    return this.send(from, to, `A new password at ${nameOf(from)}`, {
      paragraphs: [
        'Hello,',
        `somebody, hopefully you, asked for a new password at ${nameOf(from)}, for this address.`,
        isDeactivated
          ? 'Its account there is deactivated. Whoever administers the organization can reactivate it.'
          : 'There is no account with this address: perhaps yours has another one.',
      ],
      footer: ['If it was not you, you can leave this mail unanswered.'],
    });
  }

  passwordWasChanged(from: Sender, to: string) {
    return this.send(from, to, `Your password at ${nameOf(from)} was changed`, {
      paragraphs: [
        'Hello,',
        `the password of your account at ${nameOf(from)} was changed, and everybody who was logged in with it was logged out.`,
        `If it was not you, choose another one at once at ${from.url}/accounts/password/reset/, and tell an administrator.`,
      ],
    });
  }

  loggedInFromNewDevice(
    from: Sender,
    to: string,
    {
      program,
      system,
      address,
      time,
    }: { program: string | null; system: string | null; address: string | null; time: string },
  ) {
    const device = `${program ?? 'an unknown browser'} on ${system ?? 'an unknown system'}`;
    return this.send(from, to, `New login to ${nameOf(from)} from ${device}`, {
      paragraphs: [
        'Hello,',
        `somebody, hopefully you, has logged in to your account ${to} at ${nameOf(from)} (${from.url}) from a new device.`,
        `Device: ${device}. IP address: ${address ?? 'unknown'}. Time: ${time}.`,
        `If it was not you, choose another password at once at ${from.url}/accounts/password/reset/, end the session under "Sessions" in your settings, and tell an administrator.`,
      ],
      footer: ['You can switch these mails off in your settings, under "Notifications".'],
    });
  }

  confirmEmail(from: Sender, to: string, oldEmail: string, token: string) {
    return this.send(from, to, `Your new address at ${nameOf(from)}`, {
      paragraphs: ['Hello,', `the account ${oldEmail} at ${nameOf(from)} is to have this address from now on.`],
      button: { label: 'Confirm the address', url: `${from.url}/accounts/confirm_new_email/${token}` },
      footer: ['The link is good for one day. If it was not you, you can leave this mail unanswered.'],
    });
  }

  emailWasChanged(from: Sender, to: string, newEmail: string) {
    return this.send(from, to, `Your address at ${nameOf(from)} was changed`, {
      paragraphs: [
        'Hello,',
        `the address of your account at ${nameOf(from)} was changed to ${newEmail}. Mails go there from now on.`,
        'If it was not you, tell an administrator at once.',
      ],
    });
  }

  /** `comment`: the administrator's words; empty if there are none. */
  wasDeactivated(from: Sender, to: string, comment: string) {
    return this.send(from, to, `Your account at ${nameOf(from)} was deactivated`, {
      paragraphs: [
        'Hello,',
        `your account ${to} at ${nameOf(from)} (${from.url}) was deactivated. You can no longer log in with it.`,
        ...(comment.trim() === '' ? [] : ['Whoever did it has this to say:']),
      ],
      quote: comment.trim() === '' ? undefined : comment,
    });
  }

  private send(from: Sender, to: string, subject: string, content: MailBody): Promise<void> {
    return this.mails.queue(mailOf(from, to, subject, content));
  }
}

const mailOf = (from: Sender, to: string, subject: string, content: MailBody): NewMail => ({
  organizationId: from.id,
  to,
  subject,
  fromName: from.name,
  ...renderMailBody(content),
});

const ofAccount = (from: Sender, to: string): NewMail =>
  mailOf(from, to, `Your account at ${nameOf(from)}`, {
    paragraphs: [
      'Hello,',
      `somebody, hopefully you, wanted to use this address at ${nameOf(from)}. It has an account there already: you can log in with it.`,
      `If you do not know the password any more, you can choose a new one at ${from.url}/accounts/password/reset/.`,
    ],
    button: { label: 'Log in', url: `${from.url}/login/` },
    footer: ['If it was not you, you can leave this mail unanswered: nothing was changed.'],
  });

import { type Actor, Mails, RateLimits, renderMailBody, unlinked } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { assertAdministrator } from '../permissions/access';
import { MailServerIsNotSet, MailWasNotTaken } from './test-mail.errors';

/** Mails with which administrators try the mail settings. */
@Injectable()
export class TestMails {
  constructor(
    private readonly organizations: Organizations,
    private readonly limits: RateLimits,
    private readonly mails: Mails,
  ) {}

  /**
   * Sends a mail to the administrator at once.
   * @throws MustBeAdministrator, RateLimitIsHit, MailServerIsNotSet, MailWasNotTaken
   */
  async send(actor: Actor): Promise<void> {
    assertAdministrator(actor);
    if (!this.mails.areSent) throw new MailServerIsNotSet();
    await this.limits.countTestMail(`${actor.organizationId}:${actor.userId}`);
    const { id: organizationId, name, url } = await this.organizations.cached(actor);
    const body = renderMailBody({
      paragraphs: ['Hello,', `this mail shows that ${unlinked(name)} can send mails.`],
      button: { label: 'Open it', url },
    });
    const subject = `A test mail of ${unlinked(name)}`;
    const refusal = await this.mails.sendNow({ organizationId, to: actor.deliveryEmail, subject, ...body });
    if (refusal !== null) throw new MailWasNotTaken(refusal);
  }
}

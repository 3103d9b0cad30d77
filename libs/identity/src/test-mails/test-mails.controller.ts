import { type Actor, CurrentActor, HumansOnly, Operation } from '@app/platform';
import { Controller } from '@nestjs/common';
import { TestMails } from './test-mails.service';

@HumansOnly()
@Controller('api/v1')
export class TestMailsController {
  constructor(private readonly mails: TestMails) {}

  @Operation('POST', 'test_mail', {
    summary: 'Send a mail to oneself at once, to try the mail settings, for administrators',
    section: "Parley's own docs/administrators.md",
    tag: 'organization',
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async send(@CurrentActor() actor: Actor): Promise<object> {
    await this.mails.send(actor);
    return {};
  }
}

import { Actor, CurrentActor, Operation, Parameters, Text } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { WelcomeTests } from './welcome-tests.service';

class TestWelcomeMessageRequest {
  @Text({ doc: 'The words of the organization.', maxLength: 8000, unchecked: true })
  welcome_message_custom_text: string;
}

class TestWelcomeMessageResponse {
  @ApiProperty({ type: 'integer', description: 'The message that the caller got.' })
  message_id: number;
}

@Controller('api/v1')
export class WelcomeTestsController {
  constructor(private readonly tests: WelcomeTests) {}

  @Operation('POST', 'realm/test_welcome_bot_custom_message', {
    summary: 'Send oneself what the welcome bot would tell users who join',
    section: "the public API's test-welcome-bot-custom-message",
    tag: 'organization',
    request: TestWelcomeMessageRequest,
    response: TestWelcomeMessageResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async send(
    @CurrentActor() actor: Actor,
    @Parameters() { welcome_message_custom_text: text }: TestWelcomeMessageRequest,
  ): Promise<TestWelcomeMessageResponse> {
    return { message_id: await this.tests.send(actor, text) };
  }
}

import type { Decision, Reason } from '@app/identity';
import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ExplanationDetail, ExplanationRequest, ExplanationResponse } from './explanation.dto';
import { Explanations } from './explanations.service';

const published = ({ allowed, because }: Decision): ExplanationResponse => ({
  allowed,
  reasons: because.map(({ text }) => text),
  details: because.map(detailOf),
});

const detailOf = ({ code, role, setting, of, groups, users, seconds, isOfBotOwner }: Reason): ExplanationDetail => ({
  ...{ code, role, setting, of, seconds, of_bot_owner: isOfBotOwner },
  groups: groups && [...groups],
  users: users && [...users],
});

@Controller('api/v1')
export class ExplanationsController {
  constructor(private readonly explanations: Explanations) {}

  @Operation('GET', 'explanations', {
    summary: 'Ask why a user may or may not do something, for administrators',
    section: "Parley's own docs/adr/0010-reasons-of-decisions.md",
    tag: 'explanations',
    request: ExplanationRequest,
    response: ExplanationResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async explain(@CurrentActor() actor: Actor, @Parameters() request: ExplanationRequest): Promise<ExplanationResponse> {
    const { user_id: userId, action, channel_id: channelId, group_id: groupId, other_user_id: otherUserId } = request;
    return published(await this.explanations.explain(actor, { userId, action, channelId, groupId, otherUserId }));
  }
}

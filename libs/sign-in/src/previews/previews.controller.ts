import { assertOwner } from '@app/identity';
import { idIn } from '@app/kernel';
import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { type PreviewDto, TestProviderRequest, TestProviderResponse } from './preview.dto';
import { type Preview, Previews } from './previews.service';

@HumansOnly()
@Controller('api/v1')
export class PreviewsController {
  constructor(private readonly previews: Previews) {}

  @Operation('POST', 'realm/identity_providers/:provider_id/test', {
    summary: 'Ask an identity provider whether it works, and what a person would become, for owners',
    section: "Parley's own, docs/company-login.md",
    tag: 'authentication',
    request: TestProviderRequest,
    response: TestProviderResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async test(
    @CurrentActor() actor: Actor,
    @Param('provider_id') given: string,
    @Parameters() { login, claims }: TestProviderRequest,
  ): Promise<TestProviderResponse> {
    assertOwner(actor);
    const id = idIn(given) ?? 0;
    const { isGood, findings } = await this.previews.test(actor.organizationId, id);
    const isAsked = login !== null || claims !== null;
    const person = isAsked ? shown(await this.previews.of(actor.organizationId, id, { login, claims })) : null;
    return {
      works: isGood,
      findings: findings.map(({ text }) => text),
      finding_details: findings.map(({ code, values }) => ({ code, values })),
      person,
    };
  }
}

const shown = ({ refusal, fullName, email, ...preview }: Preview): PreviewDto => ({
  refusal: refusal && refusal.text,
  refusal_code: refusal && refusal.code,
  user_id: preview.userId,
  is_new: preview.isNew,
  full_name: fullName,
  email,
  role: preview.role,
  external_groups: preview.externalGroups && [...preview.externalGroups],
  user_groups: [...preview.userGroups],
  channels: [...preview.channels],
  profile_fields: Object.fromEntries(preview.fields),
});

import { idIn } from '@app/kernel';
import { assertOwner, FreshLogins } from '@app/identity';
import { Actor, CurrentActor, HumansOnly, Operation } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Providers } from '../providers/providers.service';
import { ListScimTokensResponse, NewScimTokenResponse } from './scim-tokens.dto';
import { ScimTokens } from './scim-tokens.service';
import { ScimTokenIsUnknown } from './scim-token.errors';

const SECTION = "Parley's own, docs/company-login.md";
const TAG = 'authentication';
const PATH = 'realm/identity_providers/:provider_id/scim_tokens';

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The tokens with which a provider writes users and groups. */
@HumansOnly()
@Controller('api/v1')
export class ScimTokensController {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly providers: Providers,
    private readonly fresh: FreshLogins,
  ) {}

  @Operation('GET', PATH, {
    summary: 'List the SCIM tokens of an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    response: ListScimTokensResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor, @Param('provider_id') id: string): Promise<ListScimTokensResponse> {
    assertOwner(actor);
    const tokens = await this.tokens.list(actor.organizationId, await this.slugOf(actor, id));
    return {
      scim_tokens: tokens.map(({ id: tokenId, createdAt, lastUsedAt }) => ({
        id: tokenId,
        date_created: secondsOf(createdAt),
        last_used: lastUsedAt && secondsOf(lastUsedAt),
      })),
    };
  }

  @Operation('POST', PATH, {
    summary: 'Make a SCIM token of an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    response: NewScimTokenResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async create(@CurrentActor() actor: Actor, @Param('provider_id') id: string): Promise<NewScimTokenResponse> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    return this.tokens.create(actor.organizationId, await this.slugOf(actor, id));
  }

  @Operation('DELETE', `${PATH}/:token_id`, {
    summary: 'End a SCIM token of an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('provider_id') id: string,
    @Param('token_id') tokenId: string,
  ): Promise<object> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    const slug = await this.slugOf(actor, id);
    if (!(await this.tokens.revoke(actor.organizationId, slug, idIn(tokenId) ?? 0))) throw new ScimTokenIsUnknown();
    return {};
  }

  /** @throws ProviderIsUnknown */
  private async slugOf({ organizationId }: Actor, id: string): Promise<string> {
    return (await this.providers.get(organizationId, idIn(id) ?? 0)).slug;
  }
}

import { idIn } from '@app/kernel';
import { assertOwner, FreshLogins } from '@app/identity';
import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import {
  AddProviderRequest,
  AddProviderResponse,
  ChangeProviderRequest,
  ListProvidersResponse,
  ProviderDto,
} from './provider.dto';
import { ListedProvider, Providers } from './providers.service';

const SECTION = "Parley's own, docs/company-login.md";
const TAG = 'authentication';
const PATH = 'realm/identity_providers';

@HumansOnly()
@Controller('api/v1')
export class ProvidersController {
  constructor(
    private readonly providers: Providers,
    private readonly fresh: FreshLogins,
  ) {}

  @Operation('GET', PATH, {
    summary: 'List identity providers, for owners',
    section: SECTION,
    tag: TAG,
    response: ListProvidersResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor): Promise<ListProvidersResponse> {
    assertOwner(actor);
    return { identity_providers: (await this.providers.list(actor.organizationId)).map(shown) };
  }

  @Operation('POST', PATH, {
    summary: 'Add an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    request: AddProviderRequest,
    response: AddProviderResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async add(@CurrentActor() actor: Actor, @Parameters() request: AddProviderRequest): Promise<AddProviderResponse> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    const { id } = await this.providers.add(actor.organizationId, { ...request });
    return { id };
  }

  @Operation('PATCH', `${PATH}/:provider_id`, {
    summary: 'Change an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    request: ChangeProviderRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('provider_id') id: string,
    @Parameters() request: ChangeProviderRequest,
  ): Promise<object> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    await this.providers.change(actor.organizationId, idIn(id) ?? 0, { ...request });
    return {};
  }

  @Operation('DELETE', `${PATH}/:provider_id`, {
    summary: 'Remove an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async remove(@CurrentActor() actor: Actor, @Param('provider_id') id: string): Promise<object> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    await this.providers.remove(actor.organizationId, idIn(id) ?? 0);
    return {};
  }
}

function shown({ id, kind, slug, name, icon, isEnabled, hasSecret, settings: all }: ListedProvider): ProviderDto {
  const { jit, link_by_address, domains, ...settings } = all;
  const own = { jit, link_by_address, domain: domains.join(','), settings };
  return { id, kind, slug, name, icon, enabled: isEnabled, has_secret: hasSecret, ...own };
}

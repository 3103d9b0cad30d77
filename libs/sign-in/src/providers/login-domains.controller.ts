import { assertOwner, FreshLogins } from '@app/identity';
import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ListLoginDomainsResponse, SetLoginDomainsRequest } from './login-domain.dto';
import { LoginDomains } from './login-domains.service';

const SECTION = "Parley's own, docs/company-login.md";
const TAG = 'authentication';
const PATH = 'realm/login_domains';

@HumansOnly()
@Controller('api/v1')
export class LoginDomainsController {
  constructor(
    private readonly domains: LoginDomains,
    private readonly fresh: FreshLogins,
  ) {}

  @Operation('GET', PATH, {
    summary: 'List mail domains whose people log in at a provider, for owners',
    section: SECTION,
    tag: TAG,
    response: ListLoginDomainsResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor): Promise<ListLoginDomainsResponse> {
    assertOwner(actor);
    const all = await this.domains.list(actor.organizationId);
    const shown = all.map(({ domain, providerId, isEnforced }) => ({
      domain,
      provider_id: providerId,
      enforced: isEnforced,
    }));
    return { login_domains: shown };
  }

  @Operation('PUT', PATH, {
    summary: 'Set the mail domains whose people log in at a provider, for owners',
    section: SECTION,
    tag: TAG,
    request: SetLoginDomainsRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async set(@CurrentActor() actor: Actor, @Parameters() { login_domains }: SetLoginDomainsRequest): Promise<object> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    const wanted = login_domains.map(({ domain, provider_id: providerId, enforced: isEnforced }) => ({
      domain,
      providerId,
      isEnforced,
    }));
    await this.domains.replace(actor.organizationId, wanted);
    return {};
  }
}

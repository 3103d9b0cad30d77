import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { emailDomainObject } from './email-domains.client-events';
import { EmailDomains } from './email-domains.service';
import { AddEmailDomainRequest, ChangeEmailDomainRequest, ListEmailDomainsResponse } from './email-domains.dto';

const SECTION = 'docs/protocol/events.md';

@Controller('api/v1')
export class EmailDomainsController {
  constructor(private readonly domains: EmailDomains) {}

  @Operation('GET', 'realm/domains', {
    summary: 'List the domains whose addresses may join',
    section: SECTION,
    tag: 'organization',
    response: ListEmailDomainsResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor): Promise<ListEmailDomainsResponse> {
    return { domains: (await this.domains.list(actor)).map(emailDomainObject) };
  }

  @Operation('POST', 'realm/domains', {
    summary: 'Let the addresses of a domain join',
    section: SECTION,
    tag: 'organization',
    request: AddEmailDomainRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async add(@CurrentActor() actor: Actor, @Parameters() request: AddEmailDomainRequest): Promise<object> {
    await this.domains.add(actor, request.domain, request.allow_subdomains);
    return {};
  }

  @Operation('PATCH', 'realm/domains/:domain', {
    summary: 'Change whether domains below one count',
    section: SECTION,
    tag: 'organization',
    request: ChangeEmailDomainRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('domain') domain: string,
    @Parameters() request: ChangeEmailDomainRequest,
  ): Promise<object> {
    await this.domains.change(actor, domain, request.allow_subdomains);
    return {};
  }

  @Operation('DELETE', 'realm/domains/:domain', {
    summary: 'No longer let the addresses of a domain join',
    section: SECTION,
    tag: 'organization',
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async remove(@CurrentActor() actor: Actor, @Param('domain') domain: string): Promise<object> {
    await this.domains.remove(actor, domain);
    return {};
  }
}

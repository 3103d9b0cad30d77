import { Flag, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { EmailDomainObject } from './email-domains.client-events';

/** The domain object of docs/protocol/events.md. */
export class EmailDomainDto implements EmailDomainObject {
  @ApiProperty() domain: string;
  @ApiProperty({ description: 'Addresses of domains below it may join, too' }) allow_subdomains: boolean;
}

export class ListEmailDomainsResponse {
  @ApiProperty({ type: [EmailDomainDto] }) domains: EmailDomainDto[];
}

export class AddEmailDomainRequest {
  @Text({ doc: 'Domain whose addresses may join.', minLength: 1, maxLength: 253 })
  domain: string;

  @Flag({ doc: 'Those of domains below it, too.', required: false })
  allow_subdomains = false;
}

export class ChangeEmailDomainRequest {
  @Flag({ doc: 'Whether addresses of domains below it may join, too.' })
  allow_subdomains: boolean;
}

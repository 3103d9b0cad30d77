import { Flag, Integer, Objects, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class LoginDomainDto {
  @Text({ doc: 'A mail domain, such as example.org.', maxLength: 253 }) domain: string;
  @Integer({ doc: 'The provider at which its people log in.', min: 1 }) provider_id: number;
  @Flag({ doc: 'Nothing else lets its people in, but a password of an owner.', required: false }) enforced = false;
}

export class SetLoginDomainsRequest {
  @Objects(() => LoginDomainDto, { doc: 'All domains; those that are left out are removed.' })
  login_domains: LoginDomainDto[];
}

export class ListLoginDomainsResponse {
  @ApiProperty({ type: [LoginDomainDto] }) login_domains: LoginDomainDto[];
}

import { ROLE, type Role } from '@app/identity';
import { REFUSALS, type RefusalCode } from '../accounts/account.errors';
import { FINDING_CODES, type FindingCode } from '../providers/findings/finding';
import { Json, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class TestProviderRequest {
  @Text({ doc: 'For directories: the name that the person types at login.', maxLength: 256, required: false })
  login: string | null = null;

  @Json({
    doc:
      'What the provider would say of a person. For OpenID Connect: the claims. For SAML: the attributes, each a text or ' +
      'a list of texts, and `NameID`.',
    required: false,
    schema: { type: 'object', additionalProperties: true },
    check: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? null : '$V is not a dict',
  })
  claims: Record<string, unknown> | null = null;
}

export class PreviewDto {
  @ApiProperty({ type: String, nullable: true, description: 'Why the person would not get in; null: they would' })
  refusal: string | null;
  @ApiProperty({ enum: REFUSALS, nullable: true, description: 'Stands for `refusal`' })
  refusal_code: RefusalCode | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The account that the person has or would be linked with',
  })
  user_id: number | null;
  @ApiProperty({ description: 'An account would be made' }) is_new: boolean;
  @ApiProperty() full_name: string;
  @ApiProperty({ type: String, nullable: true }) email: string | null;
  @ApiProperty({ enum: Object.values(ROLE) }) role: Role;
  @ApiProperty({ type: [String], nullable: true, description: 'At the provider; null: it says nothing of groups' })
  external_groups: string[] | null;
  @ApiProperty({ type: [String], description: 'Names of linked user groups' }) user_groups: string[];
  @ApiProperty({ type: [String], description: 'Names of channels that links give' }) channels: string[];
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', nullable: true } })
  profile_fields: Record<string, string | null>;
}

export class FindingDto {
  @ApiProperty({ enum: FINDING_CODES }) code: FindingCode;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, description: 'What the sentence names' })
  values: Record<string, string>;
}

export class TestProviderResponse {
  @ApiProperty({ description: 'The provider works with its settings' }) works: boolean;
  @ApiProperty({ type: [String], description: 'What was asked, and what came of it' }) findings: string[];
  @ApiProperty({ type: [FindingDto], description: 'The same in the same order, for clients with words of their own' })
  finding_details: FindingDto[];
  @ApiProperty({ type: PreviewDto, nullable: true, description: 'What the named person would become' })
  person: PreviewDto | null;
}

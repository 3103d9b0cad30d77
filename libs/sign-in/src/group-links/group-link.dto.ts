import { ROLE_NAMES, type RoleName } from '@app/identity';
import { Integer, Integers, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class AddGroupLinkRequest {
  @Text({ doc: 'The group at the provider, by its name or its id.', maxLength: 500 }) external_group: string;
  @Integer({ doc: 'The user group here that has the same members.', required: false })
  user_group_id: number | null = null;
  @Word({ doc: 'The role of the members. The strongest of all wins.', oneOf: ROLE_NAMES, required: false })
  role: RoleName | null = null;
  @Integers({ doc: 'Ids of channels to which the members are subscribed.', required: false })
  channel_ids: number[] = [];
}

export class GroupLinkDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() external_group: string;
  @ApiProperty({ type: 'integer', nullable: true }) user_group_id: number | null;
  @ApiProperty({ enum: ROLE_NAMES, nullable: true, type: String }) role: string | null;
  @ApiProperty({ type: [Number] }) channel_ids: number[];
}

export class ListGroupLinksResponse {
  @ApiProperty({ type: [GroupLinkDto] }) group_links: GroupLinkDto[];
}

export class AddGroupLinkResponse {
  @ApiProperty({ type: 'integer' }) id: number;
}

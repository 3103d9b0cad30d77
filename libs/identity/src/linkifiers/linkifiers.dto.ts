import { Integers, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { LinkifierObject } from './linkifiers.client-events';

const MAX_LENGTH = 1000;

/** The linkifier object of docs/protocol/events.md. */
export class LinkifierDto implements LinkifierObject {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ description: 'RE2 with named groups' }) pattern: string;
  @ApiProperty({ description: 'RFC 6570, with the groups as variables' }) url_template: string;
}

export class ListLinkifiersResponse {
  @ApiProperty({ type: [LinkifierDto], description: 'In their order: earlier ones win' })
  linkifiers: LinkifierDto[];
}

export class ListFiltersResponse {
  @ApiProperty({
    type: 'array',
    items: {},
    maxItems: 0,
    description: 'Always empty: clients that ask know no templates',
  })
  filters: never[];
}

export class LinkifierRequest {
  @Text({ doc: 'What becomes a link: RE2 with named groups.', minLength: 1, maxLength: MAX_LENGTH })
  pattern: string;

  @Text({
    doc: 'Where it leads: an RFC 6570 template whose variables are exactly the groups of the pattern.',
    minLength: 1,
    maxLength: MAX_LENGTH,
  })
  url_template: string;
}

export class AddLinkifierResponse {
  @ApiProperty({ type: 'integer' }) id: number;
}

export class OrderLinkifiersRequest {
  @Integers({ doc: 'Ids of all linkifiers, each once, in their new order.' })
  ordered_linkifier_ids: number[];
}

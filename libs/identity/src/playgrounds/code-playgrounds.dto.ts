import { Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { PlaygroundObject } from './code-playgrounds.client-events';

const MAX_NAME_LENGTH = 200;
const MAX_LANGUAGE_LENGTH = 40;
const MAX_TEMPLATE_LENGTH = 1_000;

const NAME = { doc: 'What clients call it.', maxLength: MAX_NAME_LENGTH };
const LANGUAGE = {
  doc: 'Name of the lexer of its language: letters, digits and _ + - . / #.',
  maxLength: MAX_LANGUAGE_LENGTH,
};
const TEMPLATE = {
  doc: 'Where it is: an RFC 6570 template with exactly one variable, `code`.',
  maxLength: MAX_TEMPLATE_LENGTH,
};

export class PlaygroundDto implements PlaygroundObject {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() name: string;
  @ApiProperty() pygments_language: string;
  @ApiProperty({ description: 'RFC 6570, with the variable `code`' }) url_template: string;
}

export class ListPlaygroundsResponse {
  @ApiProperty({ type: [PlaygroundDto], description: 'In the order in which they were made' })
  playgrounds: PlaygroundDto[];
}

export class AddPlaygroundRequest {
  @Text(NAME) name: string;
  @Text(LANGUAGE) pygments_language: string;
  @Text(TEMPLATE) url_template: string;
}

export class AddPlaygroundResponse {
  @ApiProperty({ type: 'integer' }) id: number;
}

export class ChangePlaygroundRequest {
  @Text({ ...NAME, required: false }) name?: string;
  @Text({ ...LANGUAGE, required: false }) pygments_language?: string;
  @Text({ ...TEMPLATE, required: false }) url_template?: string;
}

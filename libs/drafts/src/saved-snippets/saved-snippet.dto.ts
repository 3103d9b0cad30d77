import { Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { SnippetObject } from './saved-snippets.client-events';

export class SavedSnippetDto implements SnippetObject {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() title: string;
  @ApiProperty() content: string;
  @ApiProperty({ type: 'integer', description: 'UNIX seconds' }) date_created: number;
}

export class ListSnippetsResponse {
  @ApiProperty({ type: [SavedSnippetDto], description: 'In the order in which they were made' })
  saved_snippets: SavedSnippetDto[];
}

const TITLE = 'What it is called: 1 to 60 characters without the white space around them.';
const CONTENT = 'Its text: up to `max_message_length` characters without the white space around them.';

export class CreateSnippetRequest {
  @Text({ doc: TITLE }) title: string;
  @Text({ doc: CONTENT }) content: string;
}

export class CreateSnippetResponse {
  @ApiProperty({ type: 'integer' }) saved_snippet_id: number;
}

export class EditSnippetRequest {
  @Text({ doc: TITLE, required: false }) title?: string;
  @Text({ doc: CONTENT, required: false }) content?: string;
}

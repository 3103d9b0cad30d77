import { ApiProperty } from '@nestjs/swagger';

export class UploadResponse {
  @ApiProperty({ description: 'Where the file is, relative to the organization’s address.' })
  url: string;

  @ApiProperty({ description: 'The same under its older name.', deprecated: true })
  uri: string;

  @ApiProperty({ description: 'The name of the file as it was uploaded.' })
  filename: string;
}

export class TemporaryUrlResponse {
  @ApiProperty({
    description: 'A path, relative to the organization’s address, that needs no credentials for 60 seconds.',
  })
  url: string;
}

export class AttachmentMessage {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer', description: 'UNIX milliseconds.' })
  date_sent: number;
}

export class AttachmentResponse {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'What its address has after `/user_uploads/`.' })
  path_id: string;

  @ApiProperty({ type: 'integer', description: 'Bytes.' })
  size: number;

  @ApiProperty({ type: 'integer', description: 'UNIX milliseconds.' })
  create_time: number;

  @ApiProperty({ type: [AttachmentMessage], description: 'Messages that link the file: the newest 1,000, ascending.' })
  messages: AttachmentMessage[];
}

export class ListAttachmentsResponse {
  @ApiProperty({ type: [AttachmentResponse] })
  attachments: AttachmentResponse[];

  @ApiProperty({ type: 'integer', description: 'Bytes that all files of the organization take.' })
  upload_space_used: number;
}

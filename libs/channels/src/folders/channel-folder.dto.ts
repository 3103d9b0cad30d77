import type { UserId } from '@app/kernel';
import { Flag, Integers, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { ChannelFolderObject } from './channel-folder.client-events';
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from './channel-folder';

/** The folder object of docs/protocol/channels.md. */
export class ChannelFolderDto implements ChannelFolderObject {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'Markdown source' }) description: string;
  @ApiProperty({ description: 'HTML' }) rendered_description: string;
  @ApiProperty({ type: 'integer', description: 'Place among all folders, from 0' }) order: number;
  @ApiProperty({ type: 'integer', description: 'UNIX seconds' }) date_created: number;
  @ApiProperty({ type: 'integer', nullable: true }) creator_id: UserId | null;
  @ApiProperty() is_archived: boolean;
}

export class CreateChannelFolderRequest {
  @Text({ doc: 'Name of the folder.', minLength: 1, maxLength: MAX_FOLDER_NAME_LENGTH })
  name: string;

  @Text({ doc: 'Markdown.', required: false, maxLength: MAX_FOLDER_DESCRIPTION_LENGTH })
  description = '';
}

export class CreateChannelFolderResponse {
  @ApiProperty({ type: 'integer' }) channel_folder_id: number;
}

export class ListChannelFoldersRequest {
  @Flag({ doc: 'Archived folders, too.', required: false })
  include_archived = false;
}

export class ListChannelFoldersResponse {
  @ApiProperty({ type: [ChannelFolderDto] }) channel_folders: ChannelFolderDto[];
}

export class UpdateChannelFolderRequest {
  @Text({ doc: 'New name.', required: false, minLength: 1, maxLength: MAX_FOLDER_NAME_LENGTH })
  name?: string;

  @Text({ doc: 'Markdown.', required: false, maxLength: MAX_FOLDER_DESCRIPTION_LENGTH })
  description?: string;

  @Flag({ doc: 'Archive the folder, or take it back into use.', required: false })
  is_archived?: boolean;
}

export class OrderChannelFoldersRequest {
  @Integers({ doc: 'Ids of all folders, archived ones included, in their new order.' })
  order: number[];
}

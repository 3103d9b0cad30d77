import { Actor, CurrentActor, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { channelFolderObject } from './channel-folder.client-events';
import { ChannelFolders } from './channel-folders.service';
import { ChannelFolderIsUnknown } from '../errors';
import {
  CreateChannelFolderRequest,
  CreateChannelFolderResponse,
  ListChannelFoldersRequest,
  ListChannelFoldersResponse,
  OrderChannelFoldersRequest,
  UpdateChannelFolderRequest,
} from './channel-folder.dto';

const SECTION = 'docs/protocol/organizations.md';

@Controller('api/v1')
export class ChannelFoldersController {
  constructor(private readonly folders: ChannelFolders) {}

  @Operation('POST', 'channel_folders/create', {
    summary: 'Make a channel folder',
    section: SECTION,
    tag: 'channels',
    request: CreateChannelFolderRequest,
    response: CreateChannelFolderResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @Parameters() request: CreateChannelFolderRequest,
  ): Promise<CreateChannelFolderResponse> {
    return { channel_folder_id: (await this.folders.create(actor, request)).id };
  }

  @Operation('GET', 'channel_folders', {
    summary: 'List channel folders',
    section: SECTION,
    tag: 'channels',
    request: ListChannelFoldersRequest,
    response: ListChannelFoldersResponse,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Parameters() request: ListChannelFoldersRequest,
  ): Promise<ListChannelFoldersResponse> {
    const folders = await this.folders.list(actor, request.include_archived);
    return { channel_folders: folders.map(channelFolderObject) };
  }

  @Operation('PATCH', 'channel_folders', {
    summary: 'Put the channel folders into an order',
    section: SECTION,
    tag: 'channels',
    request: OrderChannelFoldersRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async reorder(@CurrentActor() actor: Actor, @Parameters() request: OrderChannelFoldersRequest): Promise<object> {
    await this.folders.reorder(actor, request.order);
    return {};
  }

  @Operation('PATCH', 'channel_folders/:channel_folder_id', {
    summary: 'Change a channel folder',
    section: SECTION,
    tag: 'channels',
    request: UpdateChannelFolderRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('channel_folder_id') id: string,
    @Parameters() request: UpdateChannelFolderRequest,
  ): Promise<object> {
    const { name, description, is_archived: isArchived } = request;
    await this.folders.update(actor, folderIdIn(id), { name, description, isArchived });
    return {};
  }
}

/** @throws ChannelFolderIsUnknown, as for one that does not exist */
const folderIdIn = (path: string): number => pathId(path, () => new ChannelFolderIsUnknown());

import { Actor, CurrentActor, FileForm, FileToCome, Heavy, Operation, TakesFile, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { AttachmentFiles } from './attachment-files.service';
import { attachmentObject } from './attachment.client-events';
import { Attachments } from './attachments.service';
import { Uploads } from './uploads.service';
import { AttachmentIsInvalid } from './attachment.errors';
import { ListAttachmentsResponse, TemporaryUrlResponse, UploadResponse } from './attachments.dto';

/** For files, absent and forbidden are both 404. */
const NoSuchFile = () =>
  ApiResponse({
    status: 404,
    description: 'BAD_REQUEST: there is no such file, or it is not for the caller.',
    schema: {
      type: 'object',
      required: ['result', 'msg', 'code'],
      properties: {
        result: { type: 'string', enum: ['error'] },
        msg: { type: 'string' },
        code: { type: 'string', enum: ['BAD_REQUEST', 'NONEXISTENT_SUBDOMAIN'] },
      },
    },
  });

@Controller('api/v1')
export class AttachmentsController {
  constructor(
    private readonly uploads: Uploads,
    private readonly attachments: Attachments,
    private readonly files: AttachmentFiles,
  ) {}

  @TakesFile()
  @Operation('POST', 'user_uploads', {
    summary: 'Upload a file',
    section: 'docs/protocol/files.md',
    tag: 'attachments',
    response: UploadResponse,
    errors: ['REALM_UPLOAD_QUOTA'],
  })
  async upload(@CurrentActor() actor: Actor, @FileToCome() form: FileForm): Promise<UploadResponse> {
    const { pathId, name } = await this.uploads.receive(actor, form);
    const url = `/user_uploads/${pathId}`;
    return { url, uri: url, filename: name };
  }

  @NoSuchFile()
  @Operation('GET', 'user_uploads/:realm_id/:filename', {
    summary: 'A link to a file that needs no credentials for a minute',
    section: 'docs/protocol/files.md',
    tag: 'attachments',
    response: TemporaryUrlResponse,
  })
  async link(
    @CurrentActor() actor: Actor,
    @Param('realm_id') realm: string,
    @Param('filename') filename: string,
  ): Promise<TemporaryUrlResponse> {
    return { url: await this.files.linkTo(actor, `${realm}/${filename}`) };
  }

  /** As `link`; the path contains unencoded slashes. */
  @NoSuchFile()
  @Operation('GET', 'user_uploads/:realm_id/:directory/:random/:name', {
    summary: 'A link to a file that needs no credentials for a minute',
    section: 'docs/protocol/files.md',
    tag: 'attachments',
    response: TemporaryUrlResponse,
  })
  async linkByParts(
    @CurrentActor() actor: Actor,
    @Param('realm_id') realm: string,
    @Param('directory') directory: string,
    @Param('random') random: string,
    @Param('name') name: string,
  ): Promise<TemporaryUrlResponse> {
    return { url: await this.files.linkTo(actor, [realm, directory, random, name].join('/')) };
  }

  @Heavy()
  @Operation('GET', 'attachments', {
    summary: 'The files that the caller has uploaded',
    section: 'docs/protocol/files.md',
    tag: 'attachments',
    response: ListAttachmentsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListAttachmentsResponse> {
    const { files, used } = await this.attachments.list(actor);
    return { attachments: files.map(attachmentObject), upload_space_used: used };
  }

  @Operation('DELETE', 'attachments/:attachment_id', {
    summary: 'Delete a file',
    section: 'docs/protocol/files.md',
    tag: 'attachments',
  })
  async delete(@CurrentActor() actor: Actor, @Param('attachment_id') id: string): Promise<object> {
    await this.attachments.delete(
      actor,
      pathId(id, () => new AttachmentIsInvalid()),
    );
    return {};
  }
}

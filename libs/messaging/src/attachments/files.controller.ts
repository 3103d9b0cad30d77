import {
  Actor,
  ActorOrSpectator,
  errorPage,
  OpenToBrowsers,
  Public,
  RequestHost,
  sendFile,
  sendPage,
} from '@app/platform';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AttachmentFiles, ReadableFile } from './attachment-files.service';
import { FileIsNotForYou } from './attachment.errors';

const FILE = ':realm/:directory/:random/:name';

type Path = Record<'realm' | 'directory' | 'random' | 'name', string>;
const pathIdOf = ({ realm, directory, random, name }: Path): string => [realm, directory, random, name].join('/');

/**
 * Serves the files to which messages link. Browsers open these addresses, so they are outside /api/v1. The caller has
 * an API key, a session, or is a spectator.
 */
@ApiExcludeController()
@Controller('user_uploads')
export class FilesController {
  constructor(private readonly files: AttachmentFiles) {}

  @OpenToBrowsers()
  @Get(FILE)
  show(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Param() path: Path,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return answer(request, reply, () => this.files.get({ actor, host }, pathIdOf(path)));
  }

  /** As `show`, but the browser always saves the file. */
  @OpenToBrowsers()
  @Get(`download/${FILE}`)
  download(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Param() path: Path,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const get = async () => ({ ...(await this.files.get({ actor, host }, pathIdOf(path))), isShown: false });
    return answer(request, reply, get);
  }

  @OpenToBrowsers()
  @Get(`thumbnail/${FILE}/:format`)
  thumbnail(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Param() path: Path & { format: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return answer(request, reply, () => this.files.getThumbnail({ actor, host }, pathIdOf(path), path.format));
  }

  @Public()
  @Get(`temporary/:token/${FILE}`)
  temporary(
    @RequestHost() host: string,
    @Param() path: Path & { token: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return answer(request, reply, () => this.files.getLinked(host, path.token, pathIdOf(path)));
  }
}

/** An error is shown as a page, because users open these addresses. */
async function answer(request: FastifyRequest, reply: FastifyReply, get: () => Promise<ReadableFile>): Promise<void> {
  try {
    const file = await get();
    const type = file.isShown ? ('inline' as const) : ('attachment' as const);
    const isSent = await sendFile(request, reply, { ...file, disposition: { type, name: file.name } });
    if (!isSent) throw new FileIsNotForYou(false);
  } catch (error) {
    if (!(error instanceof FileIsNotForYou)) throw error;
    sendPage(reply, error.status, errorPage(error.status, error.message));
  }
}

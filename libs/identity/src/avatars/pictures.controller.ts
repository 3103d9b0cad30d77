import { RateLimits, Unguarded } from '@app/platform';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DrawnPictures } from '../pictures/drawn-pictures.service';
import { PictureFiles } from '../pictures/picture-files.service';
import type { PictureKind } from '../pictures/picture';
import { sendPicture } from '../pictures/pictures.http';

const DRAWN = /^(\d{1,16}|organization)(-medium)?\.png$/;
const [SMALL, MEDIUM] = [100, 500];

/**
 * Serves pictures of users, emoji and organizations. Their names cannot be guessed, and the name is the permission.
 * Messages contain the addresses, and clients load them without credentials.
 */
@ApiExcludeController()
@Unguarded()
@Controller('user_avatars/:organization')
export class PicturesController {
  constructor(
    private readonly files: PictureFiles,
    private readonly drawn: DrawnPictures,
    private readonly limits: RateLimits,
  ) {}

  @Get(':file')
  avatar(@Param('organization') organization: string, @Param('file') file: string, @Res() reply: FastifyReply) {
    return this.send('avatar', organization, file, reply);
  }

  @Get('emoji/images/:file')
  emoji(@Param('organization') organization: string, @Param('file') file: string, @Res() reply: FastifyReply) {
    return this.send('emoji', organization, file, reply);
  }

  @Get('realm/:file')
  ofOrganization(@Param('organization') organization: string, @Param('file') file: string, @Res() reply: FastifyReply) {
    return this.send('organization', organization, file, reply);
  }

  /** Draws a picture for every name, so that the answer does not reveal whether the account exists. */
  @Get('drawn/:file')
  async pattern(
    @Param('organization') organization: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const [, name, medium] = DRAWN.exec(file) ?? [];
    if (name === undefined || !isId(organization)) return sendPicture(reply, file, null);
    const [text, pixels] = [`${organization}:${name}`, medium ? MEDIUM : SMALL];
    if (!this.drawn.isKept(text, pixels)) await this.limits.countAsset(request, reply);
    sendPicture(reply, file, await this.drawn.pattern(text, pixels));
  }

  private async send(kind: PictureKind, organization: string, file: string, reply: FastifyReply): Promise<void> {
    sendPicture(reply, file, isId(organization) ? await this.files.read(kind, Number(organization), file) : null);
  }
}

const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

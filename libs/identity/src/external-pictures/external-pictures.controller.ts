import { RateLimits, RequestHost, Unguarded } from '@app/platform';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExternalPictures } from './external-pictures.service';

/** A reader's browser may keep it for a day; proxies may not, because an organization can switch previews off. */
const HEADERS = {
  'cache-control': 'private, max-age=86400',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'inline',
};
const NOT_FOUND = { result: 'error', msg: 'Not found', code: 'BAD_REQUEST' };

/**
 * Pictures and sounds of other sites in messages. The addresses cannot be guessed, and clients load them without
 * credentials. What is refused, absent or not signed gets one and the same answer.
 */
@ApiExcludeController()
@Unguarded()
@Controller('external_content')
export class ExternalPicturesController {
  constructor(
    private readonly pictures: ExternalPictures,
    private readonly limits: RateLimits,
  ) {}

  @Get(':digest/:hex')
  async show(
    @RequestHost() host: string,
    @Param('digest') digest: string,
    @Param('hex') hex: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const url = await this.pictures.urlAt(host, digest, hex);
    if (url !== null && !this.pictures.isKept(url)) await this.limits.countAsset(request, reply);
    const picture = url === null ? null : await this.pictures.read(url);
    if (!picture) return void reply.status(404).header('cache-control', 'no-store').send(NOT_FOUND);
    void reply.headers({ ...HEADERS, 'content-type': picture.contentType }).send(picture.body);
  }
}

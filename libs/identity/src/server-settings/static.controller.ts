import { emojiData } from '@app/markdown';
import { RateLimits, Unguarded } from '@app/platform';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DrawnPictures } from '../pictures/drawn-pictures.service';
import { EMOJI_DATA_VERSION } from '../organization-administration/server-facts.client-events';
import { soundFile } from '../personal-settings/notification-sound';
import { IMMUTABLE, sendPicture } from '../pictures/pictures.http';

const LOADER = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">
<style>g{animation:turn 1s linear infinite;transform-origin:24px 24px}@keyframes turn{to{transform:rotate(1turn)}}</style>
<g fill="none" stroke="#000" stroke-width="5" stroke-linecap="round"><circle cx="24" cy="24" r="18" opacity=".15"/>
<path d="M24 6a18 18 0 0 1 18 18"/></g></svg>`;

const ETAG = `"${EMOJI_DATA_VERSION}"`;
const A_WHILE = 'public, max-age=300';

/** Static files for clients, the same for all organizations. */
@ApiExcludeController()
@Unguarded()
@Controller('static')
export class StaticController {
  private readonly emoji = JSON.stringify(emojiData());

  constructor(
    private readonly drawn: DrawnPictures,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The available emoji. The address contains the version of the data, so that clients can cache it for ever. An
   * address with another version, from a node of another release, gets this node's data.
   */
  @Get('emoji-data/:file')
  async emojiData(
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.limits.countAsset(request, reply);
    const isCurrent = file === `${EMOJI_DATA_VERSION}.json`;
    void reply.headers({
      etag: ETAG,
      'cache-control': isCurrent ? IMMUTABLE : A_WHILE,
      'access-control-allow-origin': '*',
    });
    if (request.headers['if-none-match'] === ETAG) return void reply.status(304).send();
    void reply.type('application/json; charset=utf-8').send(this.emoji);
  }

  @Get('generated/emoji/images/emoji/unicode/zulip.png')
  async emblem(@Res() reply: FastifyReply): Promise<void> {
    sendPicture(reply, 'zulip.png', await this.drawn.emblem(), A_WHILE);
  }

  /** What browsers play for messages, by the name that the setting `notification_sound` has. */
  @Get('audio/notification_sounds/:file')
  async sound(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.limits.countAsset(request, reply);
    const sound = file.endsWith('.wav') ? soundFile(file.slice(0, -'.wav'.length)) : null;
    if (!sound) return reply.callNotFound();
    void reply.headers({ 'cache-control': A_WHILE, 'access-control-allow-origin': '*' }).type('audio/wav').send(sound);
  }

  /** The placeholder in messages until a thumbnail exists. */
  @Get('images/loading/loader-black.svg')
  loader(@Res() reply: FastifyReply): void {
    sendPicture(reply, 'loader-black.svg', Buffer.from(LOADER), A_WHILE);
  }
}

import { Actor, ActorOrSpectator, Page, Parameters, Text } from '@app/platform';
import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VideoCalls } from './video-calls.service';
import { PageErrors } from '../page-errors.filter';

class JoinCallRequest {
  @Text({ doc: 'The token of a call.', maxLength: 4_000 })
  bigbluebutton: string;
}

/** The target of a link to a call. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller()
export class CallController {
  constructor(private readonly calls: VideoCalls) {}

  @Page()
  @Get('calls/bigbluebutton/join')
  async join(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() { bigbluebutton: token }: JoinCallRequest,
  ): Promise<void> {
    const address = actor
      ? await this.calls.join(actor, token)
      : `/login/?${new URLSearchParams({ next: request.originalUrl })}`;
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 302);
  }
}

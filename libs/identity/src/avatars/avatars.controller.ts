import {
  Actor,
  ActorOrSpectator,
  CurrentActor,
  OpenToSpectators,
  Operation,
  RequestHost,
  SmallFile,
  TakesFile,
  WholeFile,
} from '@app/platform';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Avatars } from './avatars.service';
import { AvatarAddresses } from './avatar-addresses.service';
import { AvatarResponse } from './avatars.dto';

const SECTION = 'docs/protocol/users.md';

@Controller()
export class AvatarsController {
  constructor(
    private readonly avatars: Avatars,
    private readonly addresses: AvatarAddresses,
  ) {}

  @Operation('POST', 'api/v1/users/me/avatar', {
    summary: "Upload one's own picture",
    section: SECTION,
    tag: 'users',
    response: AvatarResponse,
    errors: ['BAD_IMAGE'],
  })
  @TakesFile({ limitMib: 5, complaint: 'You must upload exactly one avatar.' })
  async upload(@CurrentActor() actor: Actor, @WholeFile() { content }: SmallFile): Promise<AvatarResponse> {
    return { avatar_url: await this.avatars.change(actor, content) };
  }

  @Operation('DELETE', 'api/v1/users/me/avatar', {
    summary: "Remove one's own picture",
    section: SECTION,
    tag: 'users',
    response: AvatarResponse,
  })
  async remove(@CurrentActor() actor: Actor): Promise<AvatarResponse> {
    return { avatar_url: await this.avatars.remove(actor) };
  }

  /** Redirects to the picture, for pages that know only the user. */
  @Get('avatar/:person')
  @OpenToSpectators()
  @ApiExcludeEndpoint()
  small(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Param('person') person: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.lead(reply, this.addresses.of(actor, host, person, 'small'));
  }

  @Get('avatar/:person/medium')
  @OpenToSpectators()
  @ApiExcludeEndpoint()
  medium(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Param('person') person: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.lead(reply, this.addresses.of(actor, host, person, 'medium'));
  }

  private async lead(reply: FastifyReply, address: Promise<string>): Promise<void> {
    const url = await address;
    void reply.header('cache-control', 'private, no-cache').redirect(url, 302);
  }
}

import { Actor, CurrentActor, Operation, Parameters, SmallFile, TakesFile, WholeFile } from '@app/platform';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OrganizationPictures } from './organization-pictures.service';
import { IconResponse, LogoRequest, LogoResponse } from './organization-pictures.dto';

const SECTION = 'docs/protocol/events.md';

@Controller('api/v1')
export class OrganizationPicturesController {
  constructor(private readonly pictures: OrganizationPictures) {}

  @Operation('POST', 'realm/icon', {
    summary: "Upload the organization's icon",
    section: SECTION,
    tag: 'organization',
    response: IconResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'BAD_IMAGE'],
  })
  @TakesFile({ limitMib: 5, complaint: 'You must upload exactly one icon.' })
  async changeIcon(@CurrentActor() actor: Actor, @WholeFile() { content }: SmallFile): Promise<IconResponse> {
    return { icon_url: await this.pictures.change(actor, 'icon', content) };
  }

  @Operation('DELETE', 'realm/icon', {
    summary: "Remove the organization's icon",
    section: SECTION,
    tag: 'organization',
    response: IconResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async removeIcon(@CurrentActor() actor: Actor): Promise<IconResponse> {
    return { icon_url: await this.pictures.remove(actor, 'icon') };
  }

  @Get('realm/icon')
  @ApiExcludeEndpoint()
  async icon(@CurrentActor() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    void reply.redirect(await this.pictures.addressOf(actor, 'icon'), 302);
  }

  @Operation('POST', 'realm/logo', {
    summary: "Upload the organization's logo",
    section: SECTION,
    tag: 'organization',
    request: LogoRequest,
    response: LogoResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'BAD_IMAGE'],
  })
  @TakesFile({ limitMib: 5, complaint: 'You must upload exactly one logo.' })
  async changeLogo(
    @CurrentActor() actor: Actor,
    @WholeFile() { content }: SmallFile,
    @Parameters() { night }: LogoRequest,
  ): Promise<LogoResponse> {
    return named(night, await this.pictures.change(actor, logo(night), content));
  }

  @Operation('DELETE', 'realm/logo', {
    summary: "Remove the organization's logo",
    section: SECTION,
    tag: 'organization',
    request: LogoRequest,
    response: LogoResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async removeLogo(@CurrentActor() actor: Actor, @Parameters() { night }: LogoRequest): Promise<LogoResponse> {
    return named(night, await this.pictures.remove(actor, logo(night)));
  }

  @Get('realm/logo')
  @ApiExcludeEndpoint()
  async logo(
    @CurrentActor() actor: Actor,
    @Parameters() { night }: LogoRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.redirect(await this.pictures.addressOf(actor, logo(night)), 302);
  }
}

const logo = (night: boolean) => (night ? 'night_logo' : 'logo');
const named = (night: boolean, url: string): LogoResponse => (night ? { night_logo_url: url } : { logo_url: url });

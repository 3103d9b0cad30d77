import { DomainError, idIn } from '@app/kernel';
import { type Actor, ActorOrSpectator, errorPage, OpenToBrowsers, sendPage, tarOf } from '@app/platform';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ExportArchives } from './export-archives.service';

/** Serves the archives of exports. Browsers open these addresses, so they are outside /api/v1. */
@ApiExcludeController()
@Controller('exports')
export class ExportArchivesController {
  constructor(private readonly archives: ExportArchives) {}

  /** An absent export and one that the caller may not fetch get the same page. */
  @OpenToBrowsers()
  @Get(':export_id/:name')
  async fetch(
    @ActorOrSpectator() actor: Actor | null,
    @Param() { export_id: id }: { export_id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    try {
      if (!actor) return refuse(reply, 403, 'Log in as an administrator to fetch this export, if there is one.');
      const exportId = idIn(id) ?? 0;
      const archive = tarOf(await this.archives.open(actor, exportId));
      void reply.headers({
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="export-${exportId}.tar"`,
        'cache-control': 'private, no-store',
      });
      await reply.send(archive);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refuse(reply, 404, 'There is no such export, or it is not for you.');
    }
  }
}

function refuse(reply: FastifyReply, status: number, text: string): void {
  sendPage(reply, status, errorPage(status, text));
}

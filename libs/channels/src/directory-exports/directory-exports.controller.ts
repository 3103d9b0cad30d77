import { type Actor, CurrentActor, Heavy, HumansOnly } from '@app/platform';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DirectoryExports } from './directory-exports.service';

/** Files for spreadsheets, without an envelope. They leave out what the administrator may not see. */
@ApiExcludeController()
@HumansOnly()
@Controller('api/v1/export')
export class DirectoryExportsController {
  constructor(private readonly exports: DirectoryExports) {}

  @Heavy()
  @Get('users.csv')
  async users(@CurrentActor() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    send(reply, 'users.csv', await this.exports.usersFile(actor));
  }

  @Heavy()
  @Get('groups.csv')
  async groups(@CurrentActor() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    send(reply, 'groups.csv', await this.exports.groupsFile(actor));
  }

  @Heavy()
  @Get('channels.csv')
  async channels(@CurrentActor() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    send(reply, 'channels.csv', await this.exports.channelsFile(actor));
  }
}

function send(reply: FastifyReply, name: string, text: string): void {
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(text);
}

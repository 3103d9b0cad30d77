import { Actor, CurrentActor, HumansOnly, Operation, Parameters, Text } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Zcommands } from './zcommands.service';

class ZcommandRequest {
  @Text({
    doc: '`/ping`, `/dark`, `/light`, `/night`, `/day`, `/fluid-width` or `/fixed-width`.',
    maxLength: 100,
  })
  command: string;
}

class ZcommandResponse {
  @ApiProperty({ description: 'What the user is told; empty for `/ping`.' })
  msg: string;
}

@HumansOnly()
@Controller('api/v1')
export class ZcommandsController {
  constructor(private readonly zcommands: Zcommands) {}

  @Operation('POST', 'zcommand', {
    summary: 'Run a command that a user typed',
    section: "the public API's zcommand",
    tag: 'own account',
    request: ZcommandRequest,
    response: ZcommandResponse,
    saysMore: true,
  })
  async run(@CurrentActor() actor: Actor, @Parameters() { command }: ZcommandRequest): Promise<ZcommandResponse> {
    return { msg: await this.zcommands.run(actor, command) };
  }
}

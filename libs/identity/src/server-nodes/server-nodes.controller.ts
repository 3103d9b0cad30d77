import { type Actor, CurrentActor, Operation } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ServerNodesResponse } from './server-node.dto';
import { ServerNodes } from './server-nodes.service';

@Controller('api/v1')
export class ServerNodesController {
  constructor(private readonly nodes: ServerNodes) {}

  @Operation('GET', 'server_nodes', {
    summary: 'List the nodes of the server, for administrators',
    section: "Parley's own docs/administrators.md",
    tag: 'organization',
    response: ServerNodesResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor): Promise<ServerNodesResponse> {
    const nodes = await this.nodes.list(actor);
    return {
      nodes: nodes.map(({ id, host, version, startedAt, seenAt, isUp, isThis }) => ({
        ...{ id, host, version, started_at: startedAt, last_seen_at: seenAt },
        ...{ is_up: isUp, is_this: isThis },
      })),
    };
  }
}

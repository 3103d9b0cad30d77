import { type Actor, Nodes, type RunningNode } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertAdministrator } from '../permissions/access';

/** Which processes serve, for administrators. */
@Injectable()
export class ServerNodes {
  constructor(private readonly nodes: Nodes) {}

  /** @throws MustBeAdministrator */
  async list(actor: Actor): Promise<RunningNode[]> {
    assertAdministrator(actor);
    return this.nodes.list();
  }
}

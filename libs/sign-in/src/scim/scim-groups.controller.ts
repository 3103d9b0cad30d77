import { Parameters, RefusesBodies, Unguarded } from '@app/platform';
import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GROUP_ATTRIBUTES } from './protocol/scim-attributes';
import { ScimErrors } from './scim-errors.filter';
import type { Described } from './protocol/scim-filter-match';
import { groupIn, groupOf } from './scim-group';
import { ScimGroupChanges } from './scim-group-changes.service';
import { ScimGroups } from './scim-groups.service';
import { listQueryIn, listResponse, projected, projectionIn } from './protocol/scim-list';
import { operationsIn, patched } from './protocol/scim-patch';
import { conditionOf, CurrentScimCaller, readResource, ScimAccess, ScimCaller } from './scim-requests.http';
import { ScimQuery } from './scim.dto';

@ApiExcludeController()
@Unguarded()
@UseGuards(ScimAccess)
@UseFilters(ScimErrors)
@Controller('scim/v2/Groups')
export class ScimGroupsController {
  constructor(
    private readonly groups: ScimGroups,
    private readonly changes: ScimGroupChanges,
  ) {}

  @Get()
  async list(@CurrentScimCaller() { provider, base }: ScimCaller, @Parameters() texts: ScimQuery): Promise<Described> {
    const query = listQueryIn(texts, GROUP_ATTRIBUTES);
    const { total, page } = await this.groups.list(provider, query, base);
    return listResponse(
      total,
      query,
      page.map((one) => projected(one, query.projection)),
    );
  }

  @Get(':id')
  async get(
    @CurrentScimCaller() { provider, base }: ScimCaller,
    @Param('id') id: string,
    @Parameters() query: ScimQuery,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Described | undefined> {
    const group = await this.groups.get(provider, id, base);
    void reply.header('etag', group.meta.version);
    if (headers['if-none-match'] === group.meta.version) return void reply.status(304);
    return projected(group, projectionIn(query));
  }

  @RefusesBodies()
  @Post()
  @HttpCode(201)
  async create(
    @CurrentScimCaller() caller: ScimCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Described> {
    const id = await this.changes.create(caller.provider, groupIn(await readResource(request, reply)));
    return this.answer(caller, String(id), reply);
  }

  @RefusesBodies()
  @Put(':id')
  async replace(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Described> {
    const wanted = groupIn(await readResource(request, reply));
    const { groupId } = await this.groups.present(caller.provider, id);
    await this.changes.change(caller.provider, groupId, conditionOf(request), wanted, null);
    return this.answer(caller, id, reply);
  }

  /** Answers without the members, which may be thousands. */
  @RefusesBodies()
  @Patch(':id')
  @HttpCode(204)
  async patch(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const operations = operationsIn(await readResource(request, reply));
    const { groupId } = await this.groups.present(caller.provider, id);
    const present = await this.groups.get(caller.provider, id, caller.base);
    const wanted = groupOf(patched({ ...present }, operations, GROUP_ATTRIBUTES));
    await this.changes.change(caller.provider, groupId, conditionOf(request), wanted, groupOf({ ...present }));
    const { meta } = await this.groups.get(caller.provider, id, caller.base);
    void reply.header('etag', meta.version);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentScimCaller() { provider }: ScimCaller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.changes.remove(provider, await this.groups.present(provider, id), conditionOf(request));
  }

  private async answer({ provider, base }: ScimCaller, id: string, reply: FastifyReply): Promise<Described> {
    const group = await this.groups.get(provider, id, base);
    void reply.headers({ etag: group.meta.version, location: group.meta.location });
    return group;
  }
}

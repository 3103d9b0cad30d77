import type { UserId } from '@app/kernel';
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
import { USER_ATTRIBUTES } from './protocol/scim-attributes';
import { ScimErrors } from './scim-errors.filter';
import type { Described } from './protocol/scim-filter-match';
import { listQueryIn, listResponse, projected, projectionIn } from './protocol/scim-list';
import { operationsIn, patched } from './protocol/scim-patch';
import { conditionOf, CurrentScimCaller, readResource, ScimAccess, ScimCaller } from './scim-requests.http';
import { numberIn } from './protocol/scim-resources';
import { ScimUserChanges } from './scim-user-changes.service';
import { userIn, userOf } from './scim-user';
import { ScimUsers } from './scim-users.service';
import { ScimQuery } from './scim.dto';
import { resourceIsUnknown } from './protocol/scim.errors';

@ApiExcludeController()
@Unguarded()
@UseGuards(ScimAccess)
@UseFilters(ScimErrors)
@Controller('scim/v2/Users')
export class ScimUsersController {
  constructor(
    private readonly users: ScimUsers,
    private readonly changes: ScimUserChanges,
  ) {}

  @Get()
  async list(@CurrentScimCaller() { provider, base }: ScimCaller, @Parameters() texts: ScimQuery): Promise<Described> {
    const query = listQueryIn(texts, USER_ATTRIBUTES);
    const { total, page } = await this.users.list(provider, query, base);
    return listResponse(
      total,
      query,
      page.map((one) => projected(one, query.projection)),
    );
  }

  @Get(':id')
  async get(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Parameters() query: ScimQuery,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Described | undefined> {
    const user = await this.users.get(caller.provider, id, caller.base);
    void reply.header('etag', user.meta.version);
    if (headers['if-none-match'] === user.meta.version) return void reply.status(304);
    return projected(user, projectionIn(query));
  }

  @RefusesBodies()
  @Post()
  @HttpCode(201)
  async create(
    @CurrentScimCaller() caller: ScimCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Described> {
    const user = userIn(await readResource(request, reply));
    const { userId, wasThere } = await this.users.create(caller.provider, user);
    if (wasThere || !user.isActive) await this.changes.takeOver(caller.provider, userId, user);
    return this.answer(caller, String(userId), reply);
  }

  @RefusesBodies()
  @Put(':id')
  async replace(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Described> {
    const user = userIn(await readResource(request, reply));
    await this.changes.change(caller.provider, userIdIn(id), conditionOf(request), () => user);
    return this.answer(caller, id, reply);
  }

  @RefusesBodies()
  @Patch(':id')
  async patch(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Described> {
    const operations = operationsIn(await readResource(request, reply));
    await this.changes.change(caller.provider, userIdIn(id), conditionOf(request), (present) =>
      userOf(patched({ ...present, id }, operations, USER_ATTRIBUTES)),
    );
    return this.answer(caller, id, reply);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentScimCaller() { provider }: ScimCaller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.changes.remove(provider, userIdIn(id), conditionOf(request));
  }

  private async answer({ provider, base }: ScimCaller, id: string, reply: FastifyReply): Promise<Described> {
    const user = await this.users.get(provider, id, base);
    void reply.headers({ etag: user.meta.version, location: user.meta.location });
    return user;
  }
}

function userIdIn(id: string): UserId {
  const number = numberIn(id);
  if (number === null) throw resourceIsUnknown(id);
  return number as UserId;
}

import { Unguarded } from '@app/platform';
import { Controller, Get, Param, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ScimErrors } from './scim-errors.filter';
import type { Described } from './protocol/scim-filter-match';
import { listResponse, listQueryIn } from './protocol/scim-list';
import { CurrentScimCaller, ScimAccess, ScimCaller } from './scim-requests.http';
import { resourceTypes, schemas, serviceProviderConfig } from './protocol/scim-schemas';
import { ScimQuery } from './scim.dto';
import { resourceIsUnknown } from './protocol/scim.errors';

/** Describes to clients what this server can do (RFC 7644 section 4). */
@ApiExcludeController()
@Unguarded()
@UseGuards(ScimAccess)
@UseFilters(ScimErrors)
@Controller('scim/v2')
export class ScimDiscoveryController {
  @Get('ServiceProviderConfig')
  config(@CurrentScimCaller() { base }: ScimCaller): Described {
    return serviceProviderConfig(base);
  }

  @Get('ResourceTypes')
  types(@CurrentScimCaller() { base }: ScimCaller): Described {
    return all(resourceTypes(base));
  }

  @Get('ResourceTypes/:id')
  type(@CurrentScimCaller() { base }: ScimCaller, @Param('id') id: string): Described {
    return one(resourceTypes(base), id);
  }

  @Get('Schemas')
  schemas(@CurrentScimCaller() { base }: ScimCaller): Described {
    return all(schemas(base));
  }

  @Get('Schemas/:id')
  schema(@CurrentScimCaller() { base }: ScimCaller, @Param('id') id: string): Described {
    return one(schemas(base), id);
  }
}

const all = (found: readonly Described[]): Described =>
  listResponse(found.length, listQueryIn(new ScimQuery(), new Map()), found);

function one(found: readonly Described[], id: string): Described {
  const wanted = found.find((each) => each.id === id);
  if (!wanted) throw resourceIsUnknown(id);
  return wanted;
}

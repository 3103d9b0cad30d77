import { idIn } from '@app/kernel';
import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { FreshLogins } from '../credentials/fresh-logins.service';
import { OrganizationExports } from './organization-exports.service';
import {
  ListExportConsentsResponse,
  ListExportsResponse,
  RequestExportRequest,
  RequestExportResponse,
} from './organization-exports.dto';

const TAG = 'organization';
const ERRORS = { errors: ['UNAUTHORIZED_PRINCIPAL' as const] };

@Controller('api/v1')
export class OrganizationExportsController {
  constructor(
    private readonly exports: OrganizationExports,
    private readonly fresh: FreshLogins,
  ) {}

  @Operation('GET', 'export/realm', {
    summary: 'List exports of the organization',
    section: "the public API's get-realm-exports",
    tag: TAG,
    response: ListExportsResponse,
    ...ERRORS,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListExportsResponse> {
    return { exports: await this.exports.list(actor) };
  }

  @Operation('POST', 'export/realm', {
    summary: 'Ask for an export of the organization, which is made in the background',
    section: "the public API's export-realm",
    tag: TAG,
    request: RequestExportRequest,
    response: RequestExportResponse,
    errors: [...ERRORS.errors, 'REAUTHENTICATION_REQUIRED'],
  })
  async request(
    @CurrentActor() actor: Actor,
    @Parameters() { export_type: type }: RequestExportRequest,
  ): Promise<RequestExportResponse> {
    await this.fresh.assertFresh(actor);
    return { id: await this.exports.request(actor, type) };
  }

  @Operation('DELETE', 'export/realm/:export_id', {
    summary: 'Delete an export of the organization',
    section: "the public API's delete-realm-export",
    tag: TAG,
    ...ERRORS,
  })
  async delete(@CurrentActor() actor: Actor, @Param('export_id') id: string): Promise<object> {
    await this.exports.delete(actor, exportIdIn(id));
    return {};
  }

  @Operation('GET', 'export/realm/consents', {
    summary: 'List who consents to an export of private data',
    section: "the public API's get-realm-export-consents",
    tag: TAG,
    response: ListExportConsentsResponse,
    ...ERRORS,
  })
  async consents(@CurrentActor() actor: Actor): Promise<ListExportConsentsResponse> {
    const consents = await this.exports.consents(actor);
    return {
      export_consents: consents.map(({ userId, isGiven, emailAddressVisibility }) => ({
        user_id: userId,
        consented: isGiven,
        email_address_visibility: emailAddressVisibility,
      })),
    };
  }
}

/** An invalid id becomes 0, which no export has, so that the check of the role comes first. */
const exportIdIn = (path: string): number => idIn(path) ?? 0;

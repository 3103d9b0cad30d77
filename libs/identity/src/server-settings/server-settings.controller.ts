import { Operation, Public, RequestHost } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ServerSettings } from './server-settings.client-events';
import { ServerSettingsResponse } from './server-settings.dto';

/** Public: credentials in the request are ignored. */
@Public()
@Controller()
export class ServerSettingsController {
  constructor(private readonly settings: ServerSettings) {}

  @Operation('GET', 'api/v1/server_settings', {
    summary: 'Get server settings',
    section: 'docs/protocol/login.md',
    tag: 'authentication',
    response: ServerSettingsResponse,
    errors: ['NONEXISTENT_SUBDOMAIN'],
  })
  get(@RequestHost() host: string): Promise<ServerSettingsResponse> {
    return this.settings.at(host);
  }
}

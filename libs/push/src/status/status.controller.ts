import { type Actor, CurrentActor, Operation } from '@app/platform';
import { Controller } from '@nestjs/common';
import { PushStatusResponse } from './status.dto';
import { PushOverview } from './status.service';

@Controller('api/v1')
export class PushStatusController {
  constructor(private readonly overview: PushOverview) {}

  @Operation('GET', 'push_status', {
    summary: 'Tell how notifications on phones do, for administrators',
    section: "Parley's own docs/administrators.md",
    tag: 'organization',
    response: PushStatusResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async tell(@CurrentActor() actor: Actor): Promise<PushStatusResponse> {
    const { relay, isEnabled, endsAt, devices, deliveries } = await this.overview.of(actor);
    return {
      ...{ relay, is_enabled: isEnabled, ends_at: endsAt },
      devices: {
        ...{ users: devices.users, encrypted: devices.encrypted, by_token: devices.byToken },
        ...{ waiting: devices.waiting, failed: devices.failed },
      },
      deliveries: {
        ...{ waiting: deliveries.waiting, repeated: deliveries.repeated, refused: deliveries.refused },
        oldest_seconds: deliveries.oldestSeconds,
      },
    };
  }
}

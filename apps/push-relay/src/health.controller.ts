import { DatabasePing, Metrics } from '@app/platform';
import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { Deliveries } from './notifications/deliveries.service';

const PATIENCE_MS = 2_000;

/** Probes and measurements for the operator. They need no credentials and contain no data of users. */
@Controller()
export class HealthController {
  constructor(
    private readonly database: DatabasePing,
    private readonly deliveries: Deliveries,
    private readonly metrics: Metrics,
  ) {}

  /** The process answers. */
  @Get(['health', 'health/live'])
  live(): object {
    return { status: 'ok' };
  }

  /**
   * Requests can be served: a balancer sends them here only then. A closed way to some devices is told and does no harm to
   * the others: the servers keep what is for them.
   */
  @Get(['ready', 'health/ready'])
  async ready(): Promise<object> {
    if (!(await this.database.responds(PATIENCE_MS))) throw new ServiceUnavailableException();
    const troubles = [...this.deliveries.troubles()];
    return {
      status: 'ok',
      transports: Object.fromEntries(troubles.map(([kind, trouble]) => [kind, trouble ?? 'ok'])),
    };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  measurements(): Promise<string> {
    return this.metrics.text();
  }
}

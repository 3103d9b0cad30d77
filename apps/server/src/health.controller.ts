import { DatabasePulse, Draining, Metrics, PoolPressure, Unguarded } from '@app/platform';
import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheck, HealthCheckResult, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';

const PATIENCE_MS = 2_000;

/** Probes and measurements for operators; no credentials, nothing of users. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: DatabasePulse,
    private readonly pool: PoolPressure,
    private readonly metrics: Metrics,
    private readonly draining: Draining,
  ) {}

  /** The process answers. */
  @Get('health/live')
  @Unguarded()
  live(): object {
    return { status: 'ok' };
  }

  /** Requests can be served, and will be for a while: a balancer sends them here only then. */
  @Get('health/ready')
  @Unguarded()
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    if (this.draining.isAnnounced) throw new ServiceUnavailableException();
    return this.health.check([
      async () => {
        const indicator = this.indicators.check('database');
        return (await this.database.isThere(PATIENCE_MS)) ? indicator.up() : indicator.down();
      },
      () => {
        const indicator = this.indicators.check('connections');
        return this.pool.isExhausted ? indicator.down() : indicator.up();
      },
    ]);
  }

  @Get('metrics')
  @Unguarded()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async measurements(): Promise<string> {
    return this.metrics.text();
  }
}

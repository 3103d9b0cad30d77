import { Metrics, Unguarded } from '@app/platform';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheck, HealthCheckResult, HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';

const PATIENCE_MS = 2_000;

/** Probes and measurements for operators; no credentials, nothing of users. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly metrics: Metrics,
  ) {}

  /** The process answers. */
  @Get('health/live')
  @Unguarded()
  live(): object {
    return { status: 'ok' };
  }

  /** Requests can be served: a balancer sends them here only then. */
  @Get('health/ready')
  @Unguarded()
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.database.pingCheck('database', { timeout: PATIENCE_MS })]);
  }

  @Get('metrics')
  @Unguarded()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async measurements(): Promise<string> {
    return this.metrics.text();
  }
}

import {
  isLocalRequest,
  Config,
  DatabasePing,
  Draining,
  Metrics,
  PoolPressure,
  ReplicaReads,
  Unguarded,
} from '@app/platform';
import { Controller, Get, Req, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  HealthCheck,
  HealthCheckResult,
  HealthCheckService,
  HealthIndicatorFunction,
  HealthIndicatorService,
} from '@nestjs/terminus';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';

const PATIENCE_MS = 2_000;

/** Probes and measurements for operators; no credentials, nothing of users. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: DatabasePing,
    private readonly pool: PoolPressure,
    private readonly reads: ReplicaReads,
    private readonly metrics: Metrics,
    private readonly draining: Draining,
    private readonly config: Config,
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
        return (await this.database.responds(PATIENCE_MS)) ? indicator.up() : indicator.down();
      },
      () => {
        const indicator = this.indicators.check('connections');
        return this.pool.isExhausted ? indicator.down() : indicator.up();
      },
      ...this.replica(),
    ]);
  }

  /** Without the replica the primary answers, so the node is ready in any case. */
  private replica(): HealthIndicatorFunction[] {
    const { replica } = this.reads;
    if (!replica) return [];
    const reason = replica.refusal;
    const state: Record<string, string> = reason === null ? { reads: 'replica' } : { reads: 'primary', reason };
    return [() => this.indicators.check('replica').up(state)];
  }

  @Get('metrics')
  @Unguarded()
  async measurements(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    if (!this.maySeeMeasurements(request)) {
      void reply.status(401).header('www-authenticate', 'Bearer realm="metrics"');
      return { result: 'error', msg: 'Measurements need a token from elsewhere', code: 'UNAUTHORIZED' };
    }
    void reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    return this.metrics.text();
  }

  private maySeeMeasurements(request: FastifyRequest): boolean {
    const { metricsPublic, metricsToken } = this.config;
    if (metricsPublic || isLocalRequest(request)) return true;
    const [, shown] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    return metricsToken !== null && shown !== undefined && timingSafeEqual(digestOf(shown), digestOf(metricsToken));
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

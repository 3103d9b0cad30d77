import { Injectable } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { withReservedConnections } from '../database/connections/reserved-connections';

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];

/** One measurement with its values, as it travels between processes. */
export type MeasuredMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** A scraper times out after some seconds, so values that take longer are left out. */
const PATIENCE_MS = 1_500;

/** What cannot be had in time, such as from a database that is away, is left out: null. Never rejects. */
export function inTime<T>(value: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
  return Promise.race([value, timeout])
    .catch(() => null)
    .finally(() => clearTimeout(timer));
}

/** What GET /metrics shows. Contexts add gauges of their own to `registry`. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'parley_request_seconds',
    help: 'Time from request to answer; long polls included',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  /** The measurements of all processes that share our port, ours among them; null: there is no other. */
  gather: (() => Promise<MeasuredMetric[][]>) | null = null;

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'parley_' });
  }

  /** What this process has measured. */
  own(): Promise<MeasuredMetric[]> {
    return withReservedConnections(() => this.registry.getMetricsAsJSON());
  }

  /** Everything, in the words of Prometheus. */
  async text(): Promise<string> {
    if (!this.gather) return withReservedConnections(() => this.registry.metrics());
    return AggregatorRegistry.aggregate(await this.gather()).metrics();
  }
}

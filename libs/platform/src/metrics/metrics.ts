import { Injectable } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];

/** One measurement with its values, as it travels between processes. */
export type MeasuredMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

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
    return this.registry.getMetricsAsJSON();
  }

  /** Everything, in the words of Prometheus. */
  async text(): Promise<string> {
    if (!this.gather) return this.registry.metrics();
    return AggregatorRegistry.aggregate(await this.gather()).metrics();
  }
}

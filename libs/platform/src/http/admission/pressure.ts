import { ServiceUnavailableException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../../metrics/metrics';
import { AdmissionControl, AdmissionLimits } from './admission-control';

const LATE_MS = 500;
const TICK_MS = 1_000;
const LOOK_EVERY_MS = 20;
const NANOSECONDS_OF_A_MS = 1e6;

/** Always admitted: probes and measurements matter most under load, and waiting polls cost almost nothing. */
const ALWAYS_ADMITTED = /^\/(health\/|metrics$|api\/v1\/events$)/;

/** @param patience so many times as late may the timer be: for a machine that is busy with other work */
export const admissionLimits = (patience: number): AdmissionLimits => ({
  alwaysFine: 1_000,
  patienceSeconds: 8,
  lateMs: LATE_MS * patience,
});

/** The node is overloaded. The retry time is random, so that clients do not return all at once. */
export class ServerIsBusy extends ServiceUnavailableException {
  readonly retryAfterSeconds = randomInt(1, 6);
}

/**
 * Refuses requests at once when more come in than the node can serve in time: an answer which clients
 * and balancers understand, instead of a late one for every client. Only work counts: a client that sends or reads slowly
 * takes no place.
 */
export function refuseUnderPressure(fastify: FastifyInstance, metrics: Metrics, limits: AdmissionLimits): void {
  const admission = new AdmissionControl(limits);
  const { refused } = measure(admission, metrics);
  watchTheClock(fastify, admission);
  const isCounted = ({ routeOptions }: FastifyRequest): boolean => !ALWAYS_ADMITTED.test(routeOptions.url ?? '');
  const refusal = (request: FastifyRequest): ServerIsBusy | undefined => {
    if (!isCounted(request) || admission.hasRoom) return undefined;
    refused.inc();
    return new ServerIsBusy();
  };
  const inside = new WeakSet<FastifyRequest>();
  const leave = (request: FastifyRequest): void => {
    if (inside.delete(request)) admission.leave();
  };
  fastify.addHook('onRequest', (request, _reply, done) => done(refusal(request)));
  const enter = (request: FastifyRequest): ServerIsBusy | undefined => {
    const error = refusal(request);
    if (!error && isCounted(request)) {
      admission.enter();
      inside.add(request);
    }
    return error;
  };
  fastify.decorateRequest('withoutPlace', async function <T>(this: FastifyRequest, wait: () => Promise<T>): Promise<T> {
    leave(this);
    const result = await wait();
    const error = enter(this);
    if (error) throw error;
    return result;
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    reply.raw.once('close', () => leave(request)); // also where the client hangs up before it was answered
    done(enter(request));
  });
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits for the client, or for another request of the same caller. @throws ServerIsBusy when there is no room after */
    withoutPlace<T>(wait: () => Promise<T>): Promise<T>;
  }
}

/** A node that cannot run its timer in time is overloaded, whatever the cause. */
function watchTheClock(fastify: FastifyInstance, admission: AdmissionControl): void {
  const lateness = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  lateness.enable();
  const timer = setInterval(() => {
    admission.tick(lateness.percentile(50) / NANOSECONDS_OF_A_MS - LOOK_EVERY_MS);
    lateness.reset();
  }, TICK_MS).unref();
  fastify.addHook('onClose', async () => {
    clearInterval(timer);
    lateness.disable();
  });
}

function measure(admission: AdmissionControl, { registry }: Metrics): { refused: Counter } {
  new Gauge({
    name: 'parley_requests_under_way',
    help: 'Requests that are being worked on, without those that wait for events',
    registers: [registry],
    collect() {
      this.set(admission.underWay);
    },
  });
  const refused = new Counter({
    name: 'parley_requests_refused_total',
    help: 'Requests that were sent away because there was too much to do',
    registers: [registry],
  });
  return { refused };
}

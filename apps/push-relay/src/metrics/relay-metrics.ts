import { inTime, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { DeviceRepository } from '../devices/device.repository';
import { DEVICE_KINDS } from '../notifications/notification';

/**
 * The measurements of GET /metrics in addition to those of requests, transports and the process. They contain numbers
 * only, and no data of users.
 */
@Injectable()
export class RelayMetrics {
  readonly repeats: Counter;
  readonly registrations: Counter<'result'>;

  constructor({ registry }: Metrics, devices: DeviceRepository) {
    const registers = [registry];
    this.repeats = new Counter({
      name: 'parley_relay_repeats_total',
      help: 'Notifications asked for again that had been sent, or were being sent',
      registers,
    });
    this.registrations = new Counter({
      name: 'parley_relay_registrations_total',
      help: 'Registrations of devices by what came of them: done, or the code of the error',
      labelNames: ['result'],
      registers,
    });
    new Gauge({
      name: 'parley_relay_devices',
      help: 'Devices that are registered',
      labelNames: ['kind'],
      registers,
      async collect() {
        // Without a database it is not known, and left out: the other measurements are wanted just then.
        const counts = await inTime(devices.counts());
        this.reset();
        if (!counts) return;
        for (const kind of DEVICE_KINDS) this.set({ kind }, counts.get(kind) ?? 0);
      },
    });
  }
}

import { Backlog, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository';

const AT_A_TIME = 2_000;

/** Removes stored deliveries after a day. */
@Injectable()
export class Housekeeping implements Worker, OnModuleInit {
  readonly name = 'housekeeping';
  readonly everyMs = 60_000;

  constructor(
    private readonly rows: DeliveryRepository,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    return (await this.rows.forgetOld(AT_A_TIME)) === AT_A_TIME;
  }

  backlog(): Promise<Backlog> {
    return this.rows.old();
  }
}

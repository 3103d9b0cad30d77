import { Registry, SnapshotPart } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { REASON_NAMES, REASONS } from './report';

/** What a message may be reported for, beside what else there is of the organization: clients offer nothing else. */
@Injectable()
export class ReasonsSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = ['realm'];

  constructor(private readonly registry: Registry) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read(): Promise<Record<string, unknown>> {
    return this.readForSpectator();
  }

  readForSpectator(): Record<string, unknown> {
    return { server_report_message_types: REASONS.map((key) => ({ key, name: REASON_NAMES[key] })) };
  }
}

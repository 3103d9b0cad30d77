import { Registry, SnapshotPart } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { REASON_NAMES, REASONS } from './report';

/** Adds the allowed reasons of a report to the snapshot. Clients offer only these. */
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

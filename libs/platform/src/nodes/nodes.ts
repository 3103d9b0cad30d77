import { PARLEY_VERSION } from '@app/kernel';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isDatabaseUnavailable } from '../database/connections/availability';
import type { Backlog, Worker } from '../jobs/worker';
import { Workers } from '../jobs/workers.service';
import { NodeRepository, type StoredNode } from './node.repository';

/** One small write of each node in this time. */
const EVERY_MS = 30_000;
/** A node that has missed this many seconds of reports is probably gone. */
const SILENT_SECONDS = 90;
const MAX_LISTED = 100;

/** A process that serves requests. */
export interface RunningNode extends Omit<StoredNode, 'silentFor'> {
  /** Whether it still reports. */
  readonly isUp: boolean;
  /** Whether it is the one that answers. */
  readonly isThis: boolean;
}

/** The nodes of the server. Each reports itself, and takes its report back when it stops. */
@Injectable()
export class Nodes implements Worker, OnModuleInit, BeforeApplicationShutdown {
  readonly name = 'nodes';
  readonly everyMs = EVERY_MS;
  private readonly own = {
    id: randomUUID(),
    host: hostname(),
    version: PARLEY_VERSION,
    startedAt: Math.floor(Date.now() / 1_000),
  };

  constructor(
    private readonly rows: NodeRepository,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    await this.rows.report(this.own);
    return false;
  }

  async backlog(): Promise<Backlog> {
    return { waiting: 0, oldestSeconds: 0 };
  }

  /** The longest running first. */
  async list(): Promise<RunningNode[]> {
    const nodes = await this.rows.list(MAX_LISTED);
    return nodes.map(({ silentFor, ...node }) => ({
      ...node,
      isUp: silentFor < SILENT_SECONDS,
      isThis: node.id === this.own.id,
    }));
  }

  async beforeApplicationShutdown(): Promise<void> {
    try {
      await this.rows.forget(this.own.id);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}

import { ContextName, CONTEXTS, DomainEventName, DomainEvents } from '@app/kernel';
import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Transactions } from '../database/transactions/transactions';

interface ReactionDescription {
  event: DomainEventName;
  context: ContextName;
}

const REACTION = 'parley:reaction';
const RAISES = 'parley:raises';

/** Marks a reaction of `context` to `event`: awaited, inside the transaction, in the order of the contexts. */
export const ReactsTo =
  <Name extends DomainEventName>(event: Name, context: ContextName) =>
  (
    _target: object,
    _key: string,
    method: TypedPropertyDescriptor<(payload: DomainEvents[Name]) => Promise<void>>,
  ): void => {
    Reflect.defineMetadata(REACTION, { event, context } satisfies ReactionDescription, method.value ?? {});
  };

/** Declares which domain events a service method raises. docs/events.md is generated from it. */
export const Raises =
  (...events: DomainEventName[]): MethodDecorator =>
  (_target, _key, method) => {
    Reflect.defineMetadata(RAISES, events, (method as { value?: object }).value ?? {});
  };

/** A reaction or a raising method, for the generated page. */
export interface EventHandle {
  event: DomainEventName;
  where: string;
}

/**
 * Carries domain events inside the transaction. The emitter by itself would run listeners in parallel on one connection
 * and go on after a failure; so each event has one listener here, which awaits the reactions one after another and stops
 * at the first error, and the whole transaction fails with it.
 */
@Injectable()
export class DomainEventBus implements OnApplicationBootstrap {
  readonly reactions: EventHandle[] = [];
  readonly raisers: EventHandle[] = [];

  constructor(
    private readonly emitter: EventEmitter2,
    private readonly transactions: Transactions,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const found: (ReactionDescription & { where: string; react: (payload: unknown) => Promise<void> })[] = [];
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object' || !metatype) continue;
      for (const key of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const method = (instance as Record<string, (payload: unknown) => Promise<void>>)[key]!;
        const where = `${metatype.name}.${key}`;
        const reaction = this.reflector.get<ReactionDescription | undefined>(REACTION, method);
        if (reaction) found.push({ ...reaction, where, react: method.bind(instance) });
        for (const event of this.reflector.get<DomainEventName[] | undefined>(RAISES, method) ?? []) {
          this.raisers.push({ event, where });
        }
      }
    }
    found.sort((a, b) => CONTEXTS.indexOf(a.context) - CONTEXTS.indexOf(b.context));
    for (const event of new Set(found.map((one) => one.event))) {
      const reactions = found.filter((one) => one.event === event);
      this.reactions.push(...reactions.map(({ where }) => ({ event, where })));
      this.emitter.on(event, async (payload: unknown) => {
        for (const { react } of reactions) await react(payload);
      });
    }
  }

  /** @throws whatever a reaction throws; Error outside a transaction */
  async raise<Name extends DomainEventName>(event: Name, payload: DomainEvents[Name]): Promise<void> {
    void this.transactions.required;
    await this.emitter.emitAsync(event, payload);
  }
}

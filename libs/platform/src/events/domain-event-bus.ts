import { ContextName, CONTEXTS, DomainEventName, DomainEvents } from '@app/kernel';
import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Transactions } from '../database/transactions/transactions';

interface HandlerDescription {
  event: DomainEventName;
  context: ContextName;
}

const HANDLES = 'parley:handles';
const RAISES = 'parley:raises';

/** Marks a handler in `context` of `event`: awaited, inside the transaction, in the order of the contexts. */
export const OnDomainEvent =
  <Name extends DomainEventName>(event: Name, context: ContextName) =>
  (
    _target: object,
    _key: string,
    method: TypedPropertyDescriptor<(payload: DomainEvents[Name]) => Promise<void>>,
  ): void => {
    Reflect.defineMetadata(HANDLES, { event, context } satisfies HandlerDescription, method.value ?? {});
  };

/** Declares which domain events a service method raises. docs/events.md is generated from it. */
export const Raises =
  (...events: DomainEventName[]): MethodDecorator =>
  (_target, _key, method) => {
    Reflect.defineMetadata(RAISES, events, (method as { value?: object }).value ?? {});
  };

/** A handler or a raising method, for the generated page. */
export interface EventMethod {
  event: DomainEventName;
  where: string;
}

/**
 * Carries domain events inside the transaction. The emitter by itself would run listeners in parallel on one connection
 * and go on after a failure; so each event has one listener here, which awaits the handlers one after another and stops
 * at the first error, and the whole transaction fails with it.
 */
@Injectable()
export class DomainEventBus implements OnApplicationBootstrap {
  readonly handlers: EventMethod[] = [];
  readonly raisers: EventMethod[] = [];

  constructor(
    private readonly emitter: EventEmitter2,
    private readonly transactions: Transactions,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const found: (HandlerDescription & { where: string; handle: (payload: unknown) => Promise<void> })[] = [];
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object' || !metatype) continue;
      for (const key of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const method = (instance as Record<string, (payload: unknown) => Promise<void>>)[key]!;
        const where = `${metatype.name}.${key}`;
        const handler = this.reflector.get<HandlerDescription | undefined>(HANDLES, method);
        if (handler) found.push({ ...handler, where, handle: method.bind(instance) });
        for (const event of this.reflector.get<DomainEventName[] | undefined>(RAISES, method) ?? []) {
          this.raisers.push({ event, where });
        }
      }
    }
    found.sort((a, b) => CONTEXTS.indexOf(a.context) - CONTEXTS.indexOf(b.context));
    for (const event of new Set(found.map((one) => one.event))) {
      const handlers = found.filter((one) => one.event === event);
      this.handlers.push(...handlers.map(({ where }) => ({ event, where })));
      this.emitter.on(event, async (payload: unknown) => {
        for (const { handle } of handlers) await handle(payload);
      });
    }
  }

  /** @throws whatever a handler throws; Error outside a transaction */
  async raise<Name extends DomainEventName>(event: Name, payload: DomainEvents[Name]): Promise<void> {
    void this.transactions.required;
    await this.emitter.emitAsync(event, payload);
  }
}

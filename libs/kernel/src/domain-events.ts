/**
 * Every domain event by name, with its payload. Empty here: each context adds its own by declaration merging in its
 * `events.ts`. Names are in the past tense (`ChannelsCreated`).
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the contexts fill it by declaration merging
export interface DomainEvents {}

/** The names of all events that the contexts have declared. */
export type DomainEventName = Extract<keyof DomainEvents, string>;

export * from './clock';
export type * from './domain-events';
export * from './errors';
export * from './grouped';
export type * from './ids';
export * from './rooms';
export * from './version';
export { likeness, strayFormatIn } from './format-characters';

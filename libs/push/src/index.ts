/** Notifications on phones. Nothing else of this room may be imported. */
export { Relay } from './app/relay';
export { PushModule } from './push.module';

/** Notifications on phones. Nothing else of this room may be imported. */
export { Relay } from './relay/relay.client';
export { PushModule } from './push.module';

/** The push context: notifications on devices. Other contexts import only this file. */
export { Relay } from './relay/relay.client';
export { PushModule } from './push.module';

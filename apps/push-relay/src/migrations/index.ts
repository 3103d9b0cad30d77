import { RelayFirst1766000000000 } from './1-first';

/** All migrations of the relay's own database in their order. The server's never run there, nor these at the server's. */
export const relayMigrations = [RelayFirst1766000000000];

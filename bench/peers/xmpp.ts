/** What the servers are set up with, and the clients use. */
export const HOST = 'localhost';
export const ROOMS = 'rooms.localhost';
export const PASSWORD = 'bench';

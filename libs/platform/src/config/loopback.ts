const ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const NAME = /^(.+\.)?localhost\.?$/i;

/** Whether packets to that IP address stay on this machine. */
export const isLoopbackAddress = (address: string): boolean => ADDRESS.test(address);

/** Whether a host, as it stands in a URL or a Host header without its port, is this machine by its very name. */
export const isLoopbackHost = (host: string): boolean =>
  NAME.test(host) || ADDRESS.test(host.replace(/^\[(.+)\]$/, '$1'));

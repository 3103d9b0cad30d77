import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from '../../config/loopback';

/** What proxies add. */
const OF_PROXIES = /^(x-forwarded-.*|forwarded|via|x-real-ip)$/;

/**
 * Whether a program on this machine asks for this machine. What came through a proxy does not, even when the proxy is here
 * and is not trusted. Nor does a page of another site in a browser on this machine: it says so in `Origin`, or its own name
 * leads here (DNS rebinding) and stands in `Host`.
 */
export function comesFromThisMachine({
  socket,
  ip,
  headers,
}: Pick<FastifyRequest, 'socket' | 'ip' | 'headers'>): boolean {
  if (Object.keys(headers).some((name) => OF_PROXIES.test(name))) return false;
  if (!isLocal(`http://${headers.host ?? ''}`)) return false;
  if (headers.origin !== undefined && !isLocal(headers.origin)) return false;
  return isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackAddress(ip);
}

const isLocal = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);

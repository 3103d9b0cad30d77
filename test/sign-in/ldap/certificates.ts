import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** Of the authority, as PEM. */
  readonly ca: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** An authority of its own, and a certificate that it gives for one name. */
export function certificatesIn(directory: string, subjectAltName: string): Certificates {
  const at = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const key = (name: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at(name)];
  const authority = ['-x509', '-days', '2', '-subj', '/CN=Authority of a test'];
  openssl('req', ...authority, ...key('ca.key'), '-out', at('ca.pem'));
  openssl('req', '-new', '-subj', '/CN=directory', ...key('server.key'), '-out', at('server.csr'));
  writeFileSync(at('names'), `subjectAltName=${subjectAltName}\n`);
  const signed = [
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    at('names'),
  ];
  openssl('x509', '-req', '-in', at('server.csr'), ...signed, '-out', at('server.pem'));
  return { ca: readFileSync(at('ca.pem'), 'utf8'), certificateFile: at('server.pem'), keyFile: at('server.key') };
}

import { X509Certificate } from 'node:crypto';
import { certificateIn, isInForce } from './protocol/metadata';
import { certificatesInForce, SamlProvider } from './saml-settings';

const SOON_MS = 30 * 86_400_000;

/**
 * What can be said of a provider without asking it.
 * @param own the certificates of this server, as PEM: what signs now first
 */
export function findingsOf(
  provider: SamlProvider,
  own: readonly string[],
  now = Date.now(),
): { isGood: boolean; findings: string[] } {
  const { entity_id: entityId, certificates, valid_until: end, slo_url: slo } = provider.settings;
  const isOver = end !== null && Date.parse(end) <= now;
  const findings = [
    `The provider names itself ${entityId}.`,
    ...certificates.map((one) => certificateFinding(certificateIn(one), now)),
    ...(end === null ? [] : [`Its metadata ${isOver ? 'were' : 'are'} valid until ${end}.`]),
    slo === null ? 'It takes no requests to log out.' : 'It takes requests to log out.',
    ...own.map((pem, index) => ownFinding(new X509Certificate(pem), index === 0)),
  ];
  return { isGood: certificatesInForce(provider, now).length > 0, findings };
}

const shortOf = ({ fingerprint256 }: X509Certificate): string => `${fingerprint256.slice(0, 23)}…`;
const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);

function ownFinding(certificate: X509Certificate, isInUse: boolean): string {
  const deed = isInUse ? 'signs' : 'will sign after the switch';
  return `This server ${deed} with the certificate ${shortOf(certificate)}, valid until ${dayOf(certificate.validTo)}.`;
}

function certificateFinding(certificate: X509Certificate, now: number): string {
  const name = `The certificate ${shortOf(certificate)}`;
  if (!isInForce(certificate, now)) return `${name} is not valid now: nothing that it signs is accepted.`;
  const isSoon = Date.parse(certificate.validTo) - now < SOON_MS;
  return `${name} is valid until ${dayOf(certificate.validTo)}${isSoon ? ': give new metadata soon' : ''}.`;
}

import { X509Certificate } from 'node:crypto';
import { type Finding, finding } from '../providers/findings/finding';
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
): { isGood: boolean; findings: Finding[] } {
  const { entity_id: entityId, certificates, valid_until: end, slo_url: slo } = provider.settings;
  const isOver = end !== null && Date.parse(end) <= now;
  const findings = [
    finding('named', { name: entityId }),
    ...certificates.map((one) => certificateFinding(certificateIn(one), now)),
    ...(end === null ? [] : [finding(isOver ? 'metadata_over' : 'metadata_valid', { until: end })]),
    finding(slo === null ? 'takes_no_logouts' : 'takes_logouts'),
    ...own.map((pem, index) => ownFinding(new X509Certificate(pem), index === 0)),
  ];
  return { isGood: certificatesInForce(provider, now).length > 0, findings };
}

const shortOf = ({ fingerprint256 }: X509Certificate): string => `${fingerprint256.slice(0, 23)}…`;
const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);

const ownFinding = (own: X509Certificate, isInUse: boolean): Finding =>
  finding(isInUse ? 'signs' : 'will_sign', { certificate: shortOf(own), until: dayOf(own.validTo) });

function certificateFinding(certificate: X509Certificate, now: number): Finding {
  const name = { certificate: shortOf(certificate) };
  if (!isInForce(certificate, now)) return finding('certificate_invalid', name);
  const isSoon = Date.parse(certificate.validTo) - now < SOON_MS;
  return finding(isSoon ? 'certificate_ends' : 'certificate', { ...name, until: dayOf(certificate.validTo) });
}

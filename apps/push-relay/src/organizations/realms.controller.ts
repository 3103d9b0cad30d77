import { Parameters, readJson, Text } from '@app/platform';
import { RequestIsInvalid } from '../http/errors';
import { fields, realmUuid } from '../http/wire';
import type { Organization } from './organization';
import { CurrentOrganization } from './organization.guard';
import { RemoteController, RemoteOperation } from './remote-operations';
import { PUSH_STATUS, Realms } from './realms.service';

/** Far more than a server has. */
const MAX_REALMS = 1_000;

/** Of what servers tell of themselves here only the names of their realms are read, and nothing else is kept. */
class ServerAnalyticsRequest {
  @Text({ doc: 'JSON list of the realms, of which each has a `uuid`.', unchecked: true, maxLength: 1_000_000 })
  realms: string;
}

@RemoteController()
export class RealmsController {
  constructor(private readonly realms: Realms) {}

  /** Reference: realtime-and-push.md 6.3. A server calls it when one of its realms is not known. */
  @RemoteOperation('server/analytics')
  async analytics(
    @CurrentOrganization() organization: Organization,
    @Parameters() request: ServerAnalyticsRequest,
  ): Promise<object> {
    const uuids = uuidsIn(request.realms);
    await this.realms.bind(organization, uuids);
    return { realms: Object.fromEntries(uuids.map((uuid) => [uuid, PUSH_STATUS])) };
  }
}

/** @throws RequestIsInvalid */
function uuidsIn(text: string): string[] {
  const realms = readJson(text);
  if (!Array.isArray(realms) || realms.length > MAX_REALMS)
    throw new RequestIsInvalid(`realms is not a list of at most ${MAX_REALMS}`);
  return realms.map((realm: unknown, index) => {
    const { uuid } = fields(`realms[${index}]`, realm);
    if (typeof uuid !== 'string') throw new RequestIsInvalid(`realms[${index}].uuid is not a UUID`);
    return realmUuid(uuid);
  });
}

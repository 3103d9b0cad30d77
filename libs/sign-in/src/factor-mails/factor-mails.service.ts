import { Organizations, type User, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Mails, renderMailBody, unlinked } from '@app/platform';
import { Injectable } from '@nestjs/common';

type FactorKind = 'totp' | 'passkey';

/** What a user did to the own factors, or what others did. */
export type FactorChange =
  | { readonly what: 'added' | 'removed'; readonly kind: FactorKind }
  /** By an administrator or an operator, for a user who has lost them. */
  | { readonly what: 'removedByOthers' }
  | { readonly what: 'newCodes' };

const NAMES: Readonly<Record<FactorKind, string>> = { totp: 'an authenticator app', passkey: 'a passkey' };

/** Mails to users whose second factors have changed. An attacker who changes them cannot keep the user from knowing. */
@Injectable()
export class FactorMails {
  constructor(
    private readonly mails: Mails,
    private readonly users: Users,
    private readonly organizations: Organizations,
  ) {}

  /** In the transaction of the change. */
  async tell(
    { id, organizationId }: { id: UserId; organizationId: OrganizationId },
    news: FactorChange,
  ): Promise<void> {
    const organization = await this.organizations.current(organizationId);
    const { deliveryEmail: to }: User = await this.users.get(organizationId, id);
    const name = unlinked(organization.name);
    const body = renderMailBody({
      paragraphs: [
        'Hello,',
        `${sentenceOf(news)} at ${name}.`,
        `If it was not you, choose another password at once at ${organization.url}/accounts/password/reset/, and tell an administrator.`,
      ],
    });
    const subject = `The second factors of your account at ${name}`;
    await this.mails.queue({ organizationId, to, subject, fromName: organization.name, ...body });
  }
}

function sentenceOf(news: FactorChange): string {
  if (news.what === 'added') return `${NAMES[news.kind]} was added to your account`;
  if (news.what === 'removed') return `${NAMES[news.kind]} was removed from your account`;
  if (news.what === 'newCodes') return 'new recovery codes were made for your account, and the old ones have ended';
  return 'all second factors of your account were removed, because they were reported as lost,';
}

import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A device that the relay sends notifications to. */
@Entity('relay_device')
@Check('relay_device_check', '(account IS NULL) <> (user_hash IS NULL)')
@Check('relay_device_check1', "(kind = 'apns'::text) = (app_id IS NOT NULL)")
@Check('relay_device_kind_check', "kind = ANY (ARRAY['fcm'::text, 'apns'::text, 'web_push'::text])")
@Index('relay_device_account', ['realmUuid', 'account', 'tokenHash'], { unique: true, where: 'account IS NOT NULL' })
@Index('relay_device_user', ['realmUuid', 'userHash', 'kind', 'tokenHash'], {
  unique: true,
  where: 'user_hash IS NOT NULL',
})
export class RelayDeviceEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('uuid') @ForeignKey('relay_realm', { onDelete: 'CASCADE' }) realmUuid: string;
  @Column('bigint', { nullable: true }) account: number | null;
  @Column('text', { nullable: true }) userHash: string | null;
  @Column('text') kind: string;
  @Column('text') tokenHash: string;
  @Column('bytea') sealedToken: Buffer;
  @Column('text', { nullable: true }) appId: string | null;
  @Column('timestamptz', { default: () => 'now()' }) registeredAt: Date;
}

import type { Connection, ParametersOf } from '@parley/client';
import { Refusal, refusalOf } from '../refusal';

type ChannelPatch = Omit<ParametersOf<'PATCH streams/{stream_id}'>, 'stream_id'>;
/** What a channel may be asked to become. */
export type ChannelSetting = keyof ChannelPatch;

/** What is done to channels, their subscribers and their folders. */
export class ChannelAdministration {
  constructor(private readonly connection: Connection) {}

  change(channelId: number, patch: ChannelPatch): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH streams/{stream_id}', { stream_id: channelId, ...patch }));
  }

  archive(channelId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE streams/{stream_id}', { stream_id: channelId }));
  }

  /** `null`: the user may not see them. */
  async subscribers(channelId: number): Promise<readonly number[] | null> {
    const answer = await this.connection
      .request('GET streams/{stream_id}/members', { stream_id: channelId })
      .catch(() => null);
    return answer?.subscribers ?? null;
  }

  /** @param name of the channel */
  subscribe(name: string, userIds: readonly number[]): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('POST users/me/subscriptions', { subscriptions: [{ name }], principals: [...userIds] }),
    );
  }

  /** @param name of the channel */
  unsubscribe(name: string, userIds: readonly number[]): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('DELETE users/me/subscriptions', { subscriptions: [name], principals: [...userIds] }),
    );
  }

  /** Ids of the channels that newcomers are subscribed to. */
  async defaults(): Promise<readonly number[]> {
    const { streams } = await this.connection.request('GET streams', {
      include_all: true,
      include_default: true,
    });
    return streams.filter(({ is_default: isDefault }) => isDefault).map(({ stream_id: id }) => id);
  }

  addDefault(channelId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST default_streams', { stream_id: channelId }));
  }

  removeDefault(channelId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE default_streams', { stream_id: channelId }));
  }

  createFolder(folder: ParametersOf<'POST channel_folders/create'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST channel_folders/create', folder));
  }

  changeFolder(
    folderId: number,
    news: Omit<ParametersOf<'PATCH channel_folders/{channel_folder_id}'>, 'channel_folder_id'>,
  ): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('PATCH channel_folders/{channel_folder_id}', { channel_folder_id: folderId, ...news }),
    );
  }

  orderFolders(order: readonly number[]): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH channel_folders', { order: [...order] }));
  }
}

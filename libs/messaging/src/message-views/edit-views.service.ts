import type { Organization } from '@app/identity';
import type { ChannelId, MessageId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import {
  HistoryVisibility,
  lastEditedAt,
  lastMovedAt,
  placesOf,
  shownEdits,
  StoredEdit,
} from '../records/edit-history';
import type { ViewedMessage } from '../records/message';
import type { EditHistoryEntry, Edits } from './message-object.client-events';

type Edited = Pick<ViewedMessage, 'id' | 'channelId' | 'edits'>;

/** The viewer of edit histories. Needed only for messages that were edited or moved between channels. */
export interface EditViewer {
  readonly organization: () => Promise<Pick<Organization, 'settings'>>;
  /** The channels that the viewer may see. */
  readonly knownChannels: (ids: readonly ChannelId[]) => Promise<{ has(channelId: ChannelId): boolean }>;
}

/** The edit history as a reader sees it (docs/protocol/messages.md, `edit_history`). */
@Injectable()
export class EditViews {
  /** For the messages that were changed. */
  async of(messages: readonly Edited[], viewer: EditViewer): Promise<ReadonlyMap<MessageId, Edits>> {
    const edited = messages.filter(({ edits }) => (edits ?? []).length > 0);
    if (edited.length === 0) return new Map();
    const { messageEditHistoryVisibility: visibility } = (await viewer.organization()).settings;
    const placeIds = placesOf(edited);
    const known = placeIds.length > 0 ? await viewer.knownChannels(placeIds) : null;
    const knows = (channelId: ChannelId): boolean => known === null || known.has(channelId);
    return new Map(edited.map((message) => [message.id, editsOf(message, visibility, knows)]));
  }
}

function editsOf(
  { channelId, edits }: Edited,
  visibility: HistoryVisibility,
  knows: (channelId: ChannelId) => boolean,
): Edits {
  const [editedAt, movedAt] = [lastEditedAt(edits!), lastMovedAt(edits!)];
  const history = visibility === 'none' ? [] : shownEdits(edits!, { visibility, channelId, knows }).map(entryOf);
  return {
    ...(editedAt === undefined ? {} : { lastEditedAt: editedAt }),
    ...(movedAt === undefined ? {} : { lastMovedAt: movedAt }),
    ...(history.length === 0 ? {} : { history }),
  };
}

const entryOf = (edit: StoredEdit): EditHistoryEntry => ({
  user_id: edit.userId,
  timestamp: edit.at,
  ...(edit.prevContent === undefined ? {} : { prev_content: edit.prevContent, prev_rendered_content: edit.prevHtml }),
  ...(edit.prevTopic === undefined ? {} : { prev_topic: edit.prevTopic, topic: edit.topic }),
  ...(edit.prevChannelId === undefined ? {} : { prev_stream: edit.prevChannelId, stream: edit.channelId }),
});

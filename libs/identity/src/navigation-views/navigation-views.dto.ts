import { Flag, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { NavigationViewObject } from './navigation-view.client-events';

/** Long enough for a percent-encoded long topic in a channel with a long name. */
const MAX_FRAGMENT_LENGTH = 1_000;
const MAX_NAME_LENGTH = 200;

export class NavigationViewDto implements NavigationViewObject {
  @ApiProperty() fragment: string;
  @ApiProperty() is_pinned: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'null: a built-in view' }) name: string | null;
}

export class ListNavigationViewsResponse {
  @ApiProperty({ type: [NavigationViewDto], description: 'In the order in which they were added' })
  navigation_views: NavigationViewDto[];
}

const PINNED = 'Whether it is in the sidebar, and not in a menu of further views.';
const NAME = 'What it is called; not given to built-in views.';

export class AddNavigationViewRequest {
  @Text({ doc: 'The part of its address after the #.', maxLength: MAX_FRAGMENT_LENGTH })
  fragment: string;

  @Flag({ doc: PINNED })
  is_pinned: boolean;

  @Text({ doc: NAME, required: false, maxLength: MAX_NAME_LENGTH })
  name?: string;
}

export class ChangeNavigationViewRequest {
  @Flag({ doc: PINNED, required: false })
  is_pinned?: boolean;

  @Text({ doc: NAME, required: false, maxLength: MAX_NAME_LENGTH })
  name?: string;
}

import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { navigationViewObject } from './navigation-view.client-events';
import { NavigationViews } from './navigation-views.service';
import {
  AddNavigationViewRequest,
  ChangeNavigationViewRequest,
  ListNavigationViewsResponse,
} from './navigation-views.dto';

const REFERENCE = 'docs/protocol/personal.md';
const TAG = 'own account';
/** A fragment contains slashes, encoded or not, so the path ends with a wildcard. */
const ONE = 'navigation_views/*fragment';

@Controller('api/v1')
export class NavigationViewsController {
  constructor(private readonly views: NavigationViews) {}

  @Operation('GET', 'navigation_views', {
    summary: 'List own navigation views',
    section: REFERENCE,
    tag: TAG,
    response: ListNavigationViewsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListNavigationViewsResponse> {
    return { navigation_views: (await this.views.list(actor)).map(navigationViewObject) };
  }

  @Operation('POST', 'navigation_views', {
    summary: 'Add a navigation view',
    section: 'docs/protocol/personal.md',
    tag: TAG,
    request: AddNavigationViewRequest,
  })
  async add(
    @CurrentActor() actor: Actor,
    @Parameters() { fragment, is_pinned: isPinned, name }: AddNavigationViewRequest,
  ): Promise<object> {
    await this.views.add(actor, { fragment, isPinned, name: nameIn(name) ?? null });
    return {};
  }

  @Operation('PATCH', ONE, {
    summary: 'Change a navigation view',
    section: REFERENCE,
    tag: TAG,
    request: ChangeNavigationViewRequest,
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('fragment') fragment: string,
    @Parameters() { is_pinned: isPinned, name }: ChangeNavigationViewRequest,
  ): Promise<object> {
    await this.views.change(actor, fragment, { isPinned, name: nameIn(name) });
    return {};
  }

  @Operation('DELETE', ONE, { summary: 'Remove a navigation view', section: REFERENCE, tag: TAG })
  async remove(@CurrentActor() actor: Actor, @Param('fragment') fragment: string): Promise<object> {
    await this.views.remove(actor, fragment);
    return {};
  }
}

/** A form cannot express a missing name, so clients send the word `null`. */
const nameIn = (written?: string): string | undefined => (written === 'null' ? undefined : written);

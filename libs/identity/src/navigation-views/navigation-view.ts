import {
  BuiltInViewHasNoName,
  CustomViewNeedsName,
  NavigationViewExistsAlready,
  NavigationViewIsIncomplete,
  NavigationViewNameIsTaken,
} from './navigation-view.errors';

/** An entry in the sidebar of somebody's clients. */
export interface NavigationView {
  /** What stands behind the # of its address; tells the views of a user apart. */
  readonly fragment: string;
  readonly isPinned: boolean;
  /** null: a view that clients know, with a name of theirs. */
  readonly name: string | null;
}

/** Views that every client has. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
]);

/**
 * A view as it is kept: without white space around its words.
 * @throws NavigationViewIsIncomplete, BuiltInViewHasNoName, CustomViewNeedsName
 */
export function newView({ fragment: given, isPinned, name: called }: NavigationView): NavigationView {
  const fragment = given.trim();
  if (fragment === '') throw new NavigationViewIsIncomplete('fragment');
  const name = called === null ? null : nameOf(fragment, called);
  if (name === null && !BUILT_IN.has(fragment)) throw new CustomViewNeedsName();
  return { fragment, isPinned, name };
}

/**
 * A view under another name, or pinned or not; what is not wished stays.
 * @throws NavigationViewIsIncomplete, BuiltInViewHasNoName
 */
export function changedView(view: NavigationView, wish: Partial<Omit<NavigationView, 'fragment'>>): NavigationView {
  const name = typeof wish.name === 'string' ? nameOf(view.fragment, wish.name) : view.name;
  return { ...view, isPinned: wish.isPinned ?? view.isPinned, name };
}

/** @throws NavigationViewExistsAlready, NavigationViewNameIsTaken */
export function assertIsUnlike(others: readonly NavigationView[], view: NavigationView): void {
  if (others.some(({ fragment }) => fragment === view.fragment)) throw new NavigationViewExistsAlready();
  if (view.name !== null && others.some(({ name }) => name === view.name)) throw new NavigationViewNameIsTaken();
}

function nameOf(fragment: string, written: string): string {
  if (BUILT_IN.has(fragment)) throw new BuiltInViewHasNoName();
  const name = written.trim();
  if (name === '') throw new NavigationViewIsIncomplete('name');
  return name;
}

import { useCommands } from '../keys/keys';
import { useBackGesture } from '../ui/popup/back-gesture';

/** While the sidebar is open: what closes it beside buttons and links, wherever the focus is. */
export function DrawerKeys({ onLeave }: { readonly onLeave: () => void | false }) {
  useCommands({ leave: onLeave });
  useBackGesture(onLeave);
  return null;
}

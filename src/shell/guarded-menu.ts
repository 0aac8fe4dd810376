// A menu comes from the server, or from what the browser kept, and is looked at as a screen is: what of an item is not as
// it should be is left out, and the other items stay.
import { isInside } from '#src/core/href.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { MenuItem } from '#src/session/session-state.ts';

const mostItems = 500;
const mostLevels = 5;
const longestTitle = 200;
/** As a definition's may be. Whether one may take for ever is asked before it is matched. */
const longestPattern = 200;

function addresses(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string' && isInside(path)) : [];
}

function patterns(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((pattern) => typeof pattern === 'string' && pattern.length <= longestPattern);
}

/** The items that can be drawn, each with the address of a page of this application or none. */
export function guardedMenu(value: unknown, room = { left: mostItems }, level = 1): readonly MenuItem[] {
  if (!Array.isArray(value) || level > mostLevels) return [];
  return value.flatMap((item: unknown): readonly MenuItem[] => {
    if (!isJsonObject(item) || typeof item.title !== 'string' || item.title.trim() === '') return [];
    if (room.left-- <= 0) return [];
    const { action, activeon, activematch, items } = item;
    return [
      {
        title: item.title.slice(0, longestTitle),
        action: typeof action === 'string' && isInside(action) ? action : null,
        activeon: addresses(activeon),
        activematch: patterns(activematch),
        items: guardedMenu(items, room, level + 1),
      },
    ];
  });
}

import documentIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/document.js';
import mapMarker from '@blueprintjs/icons/lib/esm/generated/16px/paths/map-marker.js';
import { itemTypes, type NamedType } from '#src/generated/item-types.ts';

export type ItemType = Pick<NamedType, 'title' | 'plural' | 'icon' | 'prefix'>;

export const addressIcon: readonly string[] = mapMarker;

/** What is known of an item type; one that is not known is shown by its code, without a link. */
export function itemType(code: string): ItemType {
  const known = itemTypes.find((type) => type.code === code);
  return known ?? { title: code, plural: `items (${code})`, icon: documentIcon, prefix: null };
}

/** The list that a search's type names: by its own name, or by the first part of its addresses. */
export function listNamed(type: string): string {
  return itemTypes.find(({ prefix }) => prefix === type)?.list ?? type;
}

/** First part of the addresses of a list. */
export function prefixOfList(list: string): string {
  return itemTypes.find((type) => type.list === list)?.prefix ?? list.replace(/s$/, '');
}

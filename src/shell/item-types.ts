import changes from '@blueprintjs/icons/lib/esm/generated/16px/paths/changes.js';
import chart from '@blueprintjs/icons/lib/esm/generated/16px/paths/chart.js';
import documentIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/document.js';
import dollar from '@blueprintjs/icons/lib/esm/generated/16px/paths/dollar.js';
import home from '@blueprintjs/icons/lib/esm/generated/16px/paths/home.js';
import mapMarker from '@blueprintjs/icons/lib/esm/generated/16px/paths/map-marker.js';
import th from '@blueprintjs/icons/lib/esm/generated/16px/paths/th.js';

export interface ItemType {
  readonly title: string;
  readonly plural: string;
  readonly icon: readonly string[];
  /** First part of the address of a record, `/{prefix}/{id}`; null where records have no page. */
  readonly prefix: string | null;
}

/** The item types of the specification, with the routes that it gives them. */
const itemTypes: ReadonlyMap<string, ItemType> = new Map([
  ['PR', { title: 'Property', plural: 'properties', icon: home, prefix: 'prop' }],
  ['SU', { title: 'Supp', plural: 'supps', icon: changes, prefix: 'supp' }],
  ['SA', { title: 'Sale', plural: 'sales', icon: dollar, prefix: 'sale' }],
  ['AN', { title: 'Analysis', plural: 'analyses', icon: chart, prefix: 'anly' }],
  ['WS', { title: 'Worksheet', plural: 'worksheets', icon: th, prefix: null }],
]);

export const addressIcon: readonly string[] = mapMarker;

/** What is known of an item type; one that is not known is shown by its code, without a link. */
export function itemType(code: string): ItemType {
  const known = itemTypes.get(code);
  return known ?? { title: code, plural: `items (${code})`, icon: documentIcon, prefix: null };
}

/** The list that a search's type names: by its own name, or by the first part of its addresses. */
export function listNamed(type: string): string {
  return type === 'prop' ? 'properties' : type.endsWith('s') ? type : `${type}s`;
}

/** First part of the addresses of a list: `prop` for properties, else the singular of the list's name. */
export function prefixOfList(list: string): string {
  return list === 'properties' ? 'prop' : list.replace(/s$/, '');
}

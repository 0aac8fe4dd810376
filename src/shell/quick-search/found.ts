import { isJsonObject } from '#src/core/values.ts';
import { addressIcon, itemType } from '../item-types.ts';

/** One line of the quick search's answer. */
export interface Found {
  readonly key: string;
  readonly icon: readonly string[];
  /** What kind of thing it is, in words. */
  readonly kind: string;
  readonly id: number | null;
  /** Address of its page; null where it has none or is found by its postal address only. */
  readonly to: string | null;
  /** What a record is called; null where the answer does not say. */
  readonly name: string | null;
  /** What else tells it apart. */
  readonly blurb: string | null;
}

/** A term of digits is an id; anything else is part of an address. */
export function isId(term: string): boolean {
  return /^\d+$/.test(term.trim());
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

function ofAddress(text: string): Found {
  return {
    key: `address ${text}`,
    icon: addressIcon,
    kind: 'Address',
    id: null,
    to: null,
    name: null,
    blurb: text,
  };
}

function ofItem(item: unknown): Found | null {
  if (typeof item === 'string') return textOf(item) === null ? null : ofAddress(item.trim());
  if (!isJsonObject(item)) return null;
  const id = idOf(item.id);
  const blurb = textOf(item.blurb) ?? textOf(item.address) ?? textOf(item.label);
  const code = textOf(item.type);
  if (id === null || code === null || code === 'address') return blurb === null ? null : ofAddress(blurb);
  const { title, icon, prefix } = itemType(code);
  const name = textOf(item.label);
  return {
    key: `${code} ${id}`,
    icon,
    kind: title,
    id,
    to: prefix === null ? null : `/${prefix}/${id}`,
    name,
    blurb: blurb !== null && blurb === name ? null : (blurb ?? title),
  };
}

/** The lines of an answer of `GET /search/quick`; what is no item of it is left out. */
export function readFound(answer: unknown): readonly Found[] {
  if (!isJsonObject(answer)) return [];
  const items = [answer.items, answer.addresses].flatMap((list: unknown) =>
    Array.isArray(list) ? list : [],
  );
  const found = new Map<string, Found>();
  for (const item of items) {
    const one = ofItem(item);
    if (one && !found.has(one.key)) found.set(one.key, one);
  }
  return [...found.values()];
}

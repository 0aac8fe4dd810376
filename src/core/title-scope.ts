// A title names the district that its address has by a code, and several values as a sentence does.
import { type CodeRow, isTemplate, type LinkedParam, type Text } from './linked.ts';
import type { Scope } from './scope.ts';

const small: ReadonlySet<string> = new Set(['of', 'and', 'the', 'ring', 'gai']);

/** `LAKE MACQUARIE`, as registers write names, in the letters of a sentence; what has small letters stays as it is. */
export function placeName(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  return name
    .toLowerCase()
    .replace(/\p{L}[\p{L}']*/gu, (word, at: number) =>
      at > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    );
}

function named(value: unknown, { in: place, entity }: LinkedParam, districts: readonly CodeRow[]): unknown {
  const label = (one: unknown): unknown => {
    if (entity !== 'district') return one;
    if (one === 'all') return 'all districts';
    const found = districts.find(({ code }) => code === one)?.label;
    return found === undefined ? one : placeName(found);
  };
  if (Array.isArray(value)) return value.map(label).join(', ');
  // A path has several numbers as `312,318`.
  return place === 'route' ? String(label(value) ?? '').replace(/(\d),(?=\d)/g, '$1, ') : label(value);
}

function readBy(title: Text, params: readonly LinkedParam[]): readonly LinkedParam[] {
  if (!isTemplate(title)) return [];
  const read = title.$text.flatMap((part) => (typeof part === 'string' ? [] : [part.path.join('.')]));
  return params.filter(({ id }) => read.includes(`params.${id}`));
}

/** Parameters that a title reads and that are districts: without one nobody has to be asked for names. */
export function districtsOf(title: Text, params: readonly LinkedParam[]): readonly LinkedParam[] {
  return readBy(title, params).filter(({ entity }) => entity === 'district');
}

/** What a title reads: its districts by name, several values with commas between, and the rest of the scope as it is. */
export function titleScope(
  title: Text,
  params: readonly LinkedParam[],
  scope: Scope,
  districts: readonly CodeRow[],
): Scope {
  const over = readBy(title, params).map((param) => [
    param.id,
    named(scope.params[param.id], param, districts),
  ]);
  return over.length === 0 ? scope : { ...scope, params: { ...scope.params, ...Object.fromEntries(over) } };
}

// A title names the district that its address has by a code.
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

function named(value: unknown, districts: readonly CodeRow[]): unknown {
  if (Array.isArray(value)) return value.map((code) => named(code, districts)).join(', ');
  if (value === 'all') return 'all districts';
  const label = districts.find(({ code }) => code === value)?.label;
  return label === undefined ? value : placeName(label);
}

/** Parameters that a title reads and that are districts: without one nobody has to be asked for names. */
export function districtsOf(title: Text, params: readonly LinkedParam[]): readonly LinkedParam[] {
  if (!isTemplate(title)) return [];
  const read = title.$text.flatMap((part) => (typeof part === 'string' ? [] : [part.path.join('.')]));
  return params.filter(({ id, entity }) => entity === 'district' && read.includes(`params.${id}`));
}

/** What a title reads: its districts by name, and the rest of the scope as it is. */
export function titleScope(
  title: Text,
  params: readonly LinkedParam[],
  scope: Scope,
  districts: readonly CodeRow[],
): Scope {
  const over = districtsOf(title, params).map(({ id }) => [id, named(scope.params[id], districts)] as const);
  return over.length === 0 ? scope : { ...scope, params: { ...scope.params, ...Object.fromEntries(over) } };
}

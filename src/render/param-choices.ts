// The choices of a filter: of its code table, or the rows of a source.
import type { CodeRow, LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { SourceView } from './block-props.ts';

/** What `everything` is called where it stands for districts. */
export const allMine = 'All my districts';

/** Null where the filter has none of its own, or where they have not come yet. */
export function choicesOf(
  { codes, choices }: LinkedParam,
  screen: LinkedScreen,
  sources: { readonly [id: string]: SourceView },
): readonly CodeRow[] | null {
  if (!choices) return codes ? (screen.codes[codes] ?? null) : null;
  const view = sources[choices.source];
  return view && Array.isArray(view.value) ? rowsAsChoices(view.value, choices) : null;
}

const kept = new WeakMap<object, readonly CodeRow[]>();

/** Each value once, in the order of the rows; a row without a value is no choice. */
function rowsAsChoices(
  rows: readonly unknown[],
  { value, label }: NonNullable<LinkedParam['choices']>,
): readonly CodeRow[] {
  const known = kept.get(rows);
  if (known) return known;
  const made = new Map<string, CodeRow>();
  for (const row of rows) {
    const code = isJsonObject(row) ? row[value] : null;
    if (!isJsonObject(row) || code === null || code === undefined || code === '') continue;
    const text = row[label];
    if (!made.has(String(code)))
      made.set(String(code), {
        code: String(code),
        label: text === null || text === undefined || text === '' ? String(code) : String(text),
      });
  }
  const list = [...made.values()];
  kept.set(rows, list);
  return list;
}

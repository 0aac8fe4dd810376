// What a page's own definition says of it. React-free.
import type { LinkedScreen } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';

export interface Explained {
  readonly title: string;
  readonly text: string | null;
  /** What the values that can be chosen mean. */
  readonly codes: readonly { readonly label: string; readonly note: string }[];
}

/** The filters of a page, with what each means where the definition says it. */
export function filtersOf({ params, codes }: Pick<LinkedScreen, 'params' | 'codes'>): readonly Explained[] {
  return params
    .filter((param) => param.in === 'query' && param.widget.type !== 'none')
    .map((param) => ({
      title: param.title,
      text: param.help,
      codes: (param.codes === null ? [] : (codes[param.codes] ?? [])).flatMap(({ label, note }) =>
        note === undefined ? [] : [{ label, note }],
      ),
    }));
}

/** Columns and facts whose fields are explained, by the title under which the page shows them. */
export function termsOf({ blocks }: Pick<LinkedScreen, 'blocks'>): readonly Explained[] {
  const found = new Map<string, Explained>();
  const look = (value: unknown, around: unknown): void => {
    if (Array.isArray(value)) for (const inner of value) look(inner, null);
    if (!isJsonObject(value)) return;
    const { title, description, format } = value;
    if (typeof format === 'string' && typeof title === 'string' && typeof description === 'string') {
      const shown = isJsonObject(around) && typeof around.title === 'string' ? around.title : title;
      if (!found.has(shown)) found.set(shown, { title: shown, text: description, codes: [] });
    }
    for (const inner of Object.values(value)) look(inner, value);
  };
  look(blocks, null);
  return [...found.values()];
}

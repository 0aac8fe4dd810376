// The audit entries of an answer, read at the edge. React-free.
import { isJsonObject } from '#src/core/values.ts';

export interface HistoryEntry {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly forced: boolean;
  readonly changes: readonly {
    readonly field: string;
    readonly title: string;
    readonly old: unknown;
    readonly new: unknown;
  }[];
}

const actions: { readonly [action: string]: string } = {
  insert: 'Created',
  update: 'Changed',
  delete: 'Deleted',
};

function itemsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  return isJsonObject(answer) && Array.isArray(answer.items) ? answer.items : [];
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

/** Entries newest first; what is no entry is left out. */
export function entriesOf(answer: unknown): readonly HistoryEntry[] {
  return itemsOf(answer).flatMap((item, i): readonly HistoryEntry[] => {
    if (!isJsonObject(item) || typeof item.at !== 'string') return [];
    const changes = Array.isArray(item.fields) ? item.fields : [];
    return [
      {
        id: String(item.id ?? i),
        at: item.at,
        who: textOr(item.user_name, 'The system'),
        action: actions[textOr(item.action, '')] ?? textOr(item.action, 'Changed'),
        forced: item.forced === true,
        changes: changes.flatMap((change: unknown) =>
          isJsonObject(change) && typeof change.id === 'string'
            ? [
                {
                  field: change.id,
                  title: textOr(change.title, change.id),
                  old: change.old ?? null,
                  new: change.new ?? null,
                },
              ]
            : [],
        ),
      },
    ];
  });
}

// What records are called that others refer to by their numbers.
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { collector } from '#src/api/collect.ts';
import { askOnce } from './ask-once.ts';
import { asFailure } from './failure.ts';
import { type ApiPort, useApi } from './ports.tsx';
import type { RecordPlace } from './record-page.ts';
import { useVisit } from './visit.ts';

export interface RecordName {
  readonly label: string;
  /** What else it is known by. */
  readonly text: string;
}

/** `gone`: it is not there, or not for this user; the two are told alike. */
export type NameState = RecordName | 'loading' | 'gone' | 'failed';

/** Cells of one page are drawn within a moment and ask together. */
const collectFor = 10;
const gone: unique symbol = Symbol('gone');
type Load = (id: string) => Promise<RecordName | undefined>;

const loaders = new WeakMap<ApiPort, Map<string, Load>>();

/** Names records of a list; those asked for at the same time in one call. */
export function nameLoader(api: ApiPort, list: string): Load {
  const lists = loaders.get(api) ?? new Map<string, Load>();
  loaders.set(api, lists);
  const known = lists.get(list);
  if (known) return known;
  const load = collector(async (ids) => {
    const { items } = await call(api, 'record.lookup', { params: { list }, query: { ids: ids.join(',') } });
    return Object.fromEntries(items.map(({ id, label, text }) => [String(id), { label, text }]));
  }, collectFor);
  lists.set(list, load);
  return load;
}

/** What a record is called; null without one. Kept for one visit of one page. */
export function useRecordName(place: RecordPlace | null): NameState | null {
  const api = useApi();
  const visit = useVisit();
  const { data, error } = useSWR(
    place ? ['record-name', visit, place.list, place.id] : null,
    async () => (place ? ((await nameLoader(api, place.list)(String(place.id))) ?? gone) : gone),
    { ...askOnce, dedupingInterval: 60_000 },
  );
  if (!place) return null;
  if (error) return whyUnnamed(error);
  if (data === undefined) return 'loading';
  return data === gone ? 'gone' : (data as RecordName);
}

/** What several records are called, in their order; null until all that can be told is known. */
export function useRecordNames(
  places: readonly RecordPlace[],
): readonly (RecordName | 'gone' | 'failed')[] | null {
  const api = useApi();
  const visit = useVisit();
  const asked = places.map(({ list, id }) => `${list}/${id}`).join();
  const { data } = useSWR(
    asked === '' ? null : ['record-names', visit, asked],
    () =>
      Promise.all(
        places.map(({ list, id }) =>
          nameLoader(
            api,
            list,
          )(String(id)).then(
            (name) => name ?? ('gone' as const),
            (error: unknown) => whyUnnamed(error),
          ),
        ),
      ),
    askOnce,
  );
  return places.length === 0 ? [] : (data ?? null);
}

/** Who may see nothing of that type is told what everybody is told of what is not there. */
function whyUnnamed(error: unknown): 'gone' | 'failed' {
  return [403, 404].includes(asFailure(error).status) ? 'gone' : 'failed';
}

export const goneText = 'does not exist, or you may not see it';

/** `1234 · 12 SMITH ST`: the number where the label says no more than that. */
export function wholeName(id: number, { label, text }: RecordName, named: boolean): string {
  return [named ? label : String(id), text].filter((part) => part !== '').join(' · ');
}

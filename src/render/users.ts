import useSWR from 'swr';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from './ports.tsx';

export interface Person {
  readonly id: number;
  readonly full_name: string;
  readonly valuer: boolean;
  readonly active: boolean;
}

/** How long a list of users counts as fresh, in ms. */
const freshFor = 60_000;

function readPeople(answer: unknown): readonly Person[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((one: unknown) =>
    isJsonObject(one) && typeof one.id === 'number' && typeof one.full_name === 'string'
      ? [{ id: one.id, full_name: one.full_name, valuer: one.valuer === true, active: one.active !== false }]
      : [],
  );
}

/** The users, or the active ones only; asked for at most once a minute. */
export function useUsers(activeOnly: boolean) {
  const api = useApi();
  return useSWR(
    activeOnly ? 'users/active' : 'users',
    async () => readPeople(await api.call('user.list', { query: { activeOnly } })),
    { dedupingInterval: freshFor, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
}

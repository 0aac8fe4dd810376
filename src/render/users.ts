import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import { useApi } from './ports.tsx';

export type Person = OperationAnswer['user.list'][number];

/** How long a list of users counts as fresh, in ms. */
const freshFor = 60_000;

/** The users, or the active ones only; asked for at most once a minute. */
export function useUsers(activeOnly: boolean) {
  const api = useApi();
  return useSWR(
    activeOnly ? 'users/active' : 'users',
    () => call(api, 'user.list', { query: { activeOnly } }),
    { dedupingInterval: freshFor, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
}

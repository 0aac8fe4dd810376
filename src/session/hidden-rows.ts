import { sessionStore } from './store.ts';

/** So many searches keep what is hidden; the ones that were changed longest ago are forgotten. */
const mostSearches = 20;

/** In place of what was hidden of the search before; nothing is kept of one without any. */
export function hideRows(search: string, rows: readonly number[]): void {
  const { user, hiddenSearchRows } = sessionStore.getState();
  if (!user) return;
  const { [search]: _, ...others } = hiddenSearchRows[user.id] ?? {};
  const kept = Object.entries(others).slice(1 - mostSearches);
  const searches = Object.fromEntries([...kept, ...(rows.length > 0 ? [[search, rows] as const] : [])]);
  sessionStore.setState({ hiddenSearchRows: { ...hiddenSearchRows, [user.id]: searches } });
}

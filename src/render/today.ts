import { createContext, useContext } from 'react';
import { dayOfDate } from '#src/core/day.ts';

const TodayContext = createContext<string | null>(null);
/** The server's day, `yyyy-MM-dd`; a part that counts from today must not ask the browser's clock. */
export const TodayProvider = TodayContext.Provider;

/** The server's day; this browser's where nothing provides it. */
export function useToday(): string {
  return useContext(TodayContext) ?? dayOfDate(new Date()) ?? '';
}

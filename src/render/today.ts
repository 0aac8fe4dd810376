import { createContext, useContext } from 'react';

const TodayContext = createContext<string | null>(null);
/** The server's day, `yyyy-MM-dd`; a part that counts from today must not ask the browser's clock. */
export const TodayProvider = TodayContext.Provider;

/** The server's day; this browser's where nothing provides it. */
export function useToday(): string {
  return useContext(TodayContext) ?? localDay(new Date());
}

function localDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

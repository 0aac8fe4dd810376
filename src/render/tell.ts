import { createContext, useContext } from 'react';

const TellContext = createContext<(thrown: unknown) => void>(() => undefined);
export const TellProvider = TellContext.Provider;

/** Tells that something which is shown could not be loaded; the place where it would stand says so besides. */
export function useTell(): (thrown: unknown) => void {
  return useContext(TellContext);
}

import { createContext, useContext } from 'react';

const VisitContext = createContext('');
export const VisitProvider = VisitContext.Provider;

/**
 * Names one visit of one route by one session. Reference lists are kept under it, so that a new visit asks anew:
 * forgotten under the same name, they would be neither there nor asked for again.
 */
export function useVisit(): string {
  return useContext(VisitContext);
}

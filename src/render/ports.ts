import { createContext, useContext } from 'react';
import type { Client } from '#src/api/client.ts';

/** The calls the spine and its parts may make; the composition root supplies the real client, a test its own. */
export type ApiPort = Client;

const ApiContext = createContext<ApiPort | null>(null);
export const ApiProvider = ApiContext.Provider;

export function useApi(): ApiPort {
  const api = useContext(ApiContext);
  if (!api) throw new Error('No API is provided. Wrap the tree in ApiProvider.');
  return api;
}

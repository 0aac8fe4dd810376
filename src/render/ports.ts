import { createContext, useContext } from 'react';

export interface CallInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** The calls the spine and its parts may make; the composition root supplies the real client. */
export interface ApiPort {
  readonly base: string;
  /** Resolves with the answer's body, rejects with a Failure. */
  readonly call: (operation: string, input?: CallInput, signal?: AbortSignal) => Promise<unknown>;
  readonly upload: (
    operation: string,
    file: File,
    query: object,
    onProgress: (share: number) => void,
    signal?: AbortSignal,
  ) => Promise<unknown>;
  /** Fetches a file; resolves with it, its name and the number of rows that the server announced. */
  readonly file: (
    operation: string,
    input?: CallInput,
  ) => Promise<{ readonly blob: Blob; readonly filename: string | null; readonly rows: number | null }>;
}

const ApiContext = createContext<ApiPort | null>(null);
export const ApiProvider = ApiContext.Provider;

export function useApi(): ApiPort {
  const api = useContext(ApiContext);
  if (!api) throw new Error('No API is provided. Wrap the tree in ApiProvider.');
  return api;
}

import useSWRImmutable from 'swr/immutable';
import { loadPart } from './load-part.ts';
import { useApi } from './ports.tsx';

/**
 * The validator of a form section, compiled ahead and served as a module of our own origin.
 * Undefined while it loads or when there is none.
 */
export function useValidatorModule(hash: string | null): unknown {
  const { base } = useApi();
  const { data, error } = useSWRImmutable(hash ? ['validator', hash] : null, async () => {
    const url = new URL(`${base}/definitions/validators/${hash}.js`, document.baseURI).href;
    return (await loadPart(() => import(/* @vite-ignore */ url))) as unknown;
  });
  if (error) throw error;
  return data;
}

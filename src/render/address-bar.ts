import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { LinkedParam } from '#src/core/linked.ts';
import { paramTexts, type QueryTexts } from '#src/core/params.ts';

export interface AddressBar {
  readonly query: QueryTexts;
  /** Sets parameters; a value equal to its standard leaves the address. */
  readonly setParams: (
    params: readonly LinkedParam[],
    values: { readonly [id: string]: unknown },
    standards: { readonly [id: string]: unknown },
  ) => void;
  readonly setText: (key: string, value: string | undefined) => void;
}

/** The part of the address after `?`: what the person chose, and nothing else. */
export function useAddressBar(): AddressBar {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  // Two changes in one event must not overwrite each other, so the newest query is kept here and not in a closure.
  const latest = useRef(search);
  latest.current = search;
  const place = useRef(pathname);
  place.current = pathname;
  const query = useMemo(() => {
    const texts: { [id: string]: string[] } = {};
    for (const [key, value] of new URLSearchParams(search)) {
      const list = texts[key];
      if (list) list.push(value);
      else texts[key] = [value];
    }
    return texts;
  }, [search]);
  const go = useCallback(
    (next: URLSearchParams) => {
      const text = next.toString();
      latest.current = text === '' ? '' : `?${text}`;
      void navigate({ pathname: place.current, search: latest.current, hash }, { replace: true });
    },
    [navigate, hash],
  );
  const setParams = useCallback<AddressBar['setParams']>(
    (params, values, standards) => {
      const next = new URLSearchParams(latest.current);
      for (const param of params) {
        if (!(param.id in values)) continue;
        next.delete(param.id);
        for (const text of paramTexts(values[param.id], standards[param.id])) next.append(param.id, text);
      }
      go(next);
    },
    [go],
  );
  const setText = useCallback<AddressBar['setText']>(
    (key, value) => {
      const next = new URLSearchParams(latest.current);
      if (value === undefined) next.delete(key);
      else next.set(key, value);
      go(next);
    },
    [go],
  );
  return { query, setParams, setText };
}

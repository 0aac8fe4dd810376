import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { LinkedParam } from '#src/core/linked.ts';
import { paramTexts, type QueryTexts } from '#src/core/params.ts';
import { movedPath } from '#src/core/route.ts';
import type { UrlChange } from './block-props.ts';

export interface AddressBar {
  readonly query: QueryTexts;
  /** Sets parameters; a value equal to its standard leaves the address. Another place in the path is another page. */
  readonly setParams: (
    params: readonly LinkedParam[],
    values: { readonly [id: string]: unknown },
    standards: { readonly [id: string]: unknown },
  ) => void;
  readonly setText: (key: string, value: UrlChange) => void;
}

/** What stands after `#` for the parameters that are kept there; null when nothing does. */
function secretsIn(hash: string, names: ReadonlySet<string>): QueryTexts | null {
  const found = [...new URLSearchParams(hash.slice(1))].filter(([key]) => names.has(key));
  return found.length === 0 ? null : Object.fromEntries(found.map(([key, value]) => [key, [value]]));
}

/** The part of the address after `?`: what the person chose, and nothing else. What came after `#` is kept here alone. */
export function useAddressBar(
  params: readonly LinkedParam[],
  /** The patterns of the page's path. */
  patterns: readonly string[] = [],
): AddressBar {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const navigate = useNavigate();
  const names = useMemo(
    () => new Set(params.filter((param) => param.in === 'fragment').map(({ id }) => id)),
    [params],
  );
  const arrived = useMemo(() => secretsIn(hash, names), [hash, names]);
  const [secrets, setSecrets] = useState<QueryTexts>(arrived ?? {});
  // A change must not overwrite the one before it, which the page may not have been drawn with yet: the newest query is
  // kept here and not in a closure, until another address is drawn.
  const latest = useRef(search);
  const drawn = useRef(location);
  if (drawn.current !== location) latest.current = search;
  drawn.current = location;
  const place = useRef(pathname);
  place.current = pathname;
  useEffect(() => {
    if (arrived === null) return;
    setSecrets(arrived);
    // Nobody reads it over a shoulder, and it is not in the browser's list of pages.
    void navigate({ pathname: place.current, search: latest.current }, { replace: true });
  }, [arrived, navigate]);
  const query = useMemo(() => {
    const texts: { [id: string]: string[] } = {};
    for (const [key, value] of new URLSearchParams(search)) {
      // A secret in the query has been told to a server already, and is not taken.
      if (names.has(key)) continue;
      const list = texts[key];
      if (list) list.push(value);
      else texts[key] = [value];
    }
    return { ...texts, ...secrets };
  }, [search, names, secrets]);
  const go = useCallback(
    (next: URLSearchParams, moved: string | null = null) => {
      const text = next.toString();
      const search = text === '' ? '' : `?${text}`;
      // Another page may be refused while something is unsaved on this one.
      if (moved === null) latest.current = search;
      void navigate({ pathname: moved ?? place.current, search, hash }, { replace: moved === null });
    },
    [navigate, hash],
  );
  const setParams = useCallback<AddressBar['setParams']>(
    (params, values, standards) => {
      const next = new URLSearchParams(latest.current);
      for (const param of params) {
        if (!(param.id in values)) continue;
        if (param.in === 'fragment') {
          const given = values[param.id];
          setSecrets((known) => ({ ...known, [param.id]: given === null ? [] : [String(given)] }));
          continue;
        }
        if (param.in === 'route') continue;
        next.delete(param.id);
        for (const text of paramTexts(values[param.id], standards[param.id])) next.append(param.id, text);
      }
      const places = params.filter(({ id, in: at }) => at === 'route' && id in values).map(({ id }) => id);
      const moves = places.length > 0 && places.every((id) => (values[id] ?? '') !== '');
      const path = moves ? movedPath(patterns, place.current, values) : null;
      go(next, path === place.current ? null : path);
    },
    [go, patterns],
  );
  const setText = useCallback<AddressBar['setText']>(
    (key, value) => {
      const next = new URLSearchParams(latest.current);
      const text = typeof value === 'function' ? value(next.get(key) ?? undefined) : value;
      if (text === undefined) next.delete(key);
      else next.set(key, text);
      go(next);
    },
    [go],
  );
  return { query, setParams, setText };
}

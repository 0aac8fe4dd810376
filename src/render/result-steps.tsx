import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { matchRoute } from '#src/core/route.ts';
import { askOnce } from './ask-once.ts';
import { Icon } from './icon.tsx';
import { isKey, type KeyHelp, useKeys } from './keys.ts';
import { useApi, useManifest, useWorkspace } from './ports.tsx';
import { resultAddress, resultName, withResult } from './result-address.ts';
import type { ResultPlace } from './result-place.ts';
import './result-steps.css';

type Way = 'previous' | 'next';
const words = {
  previous: { icon: 'chevron-left', label: 'Previous', keys: 'Alt+PageUp' },
  next: { icon: 'chevron-right', label: 'Next', keys: 'Alt+PageDown' },
} as const;
const ways = ['previous', 'next'] as const;
const noRows: readonly number[] = [];
const helpOf = (way: Way): KeyHelp => ({
  keys: [words[way].keys],
  text: `${words[way].label} record of the result`,
});
const stepKeys = { previous: helpOf('previous'), next: helpOf('next') } as const;

/** The step whose link had the focus when it was taken: the next page gives it back, so that Enter goes on. */
let focused: Way | null = null;

/** The record's place in the result that led to it: previous, next, and back to the result. */
export function ResultSteps({
  list,
  id,
  place,
}: {
  readonly list: string;
  readonly id: number;
  readonly place: ResultPlace;
}) {
  const api = useApi();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const bar = useRef<HTMLElement>(null);
  const { hash, at, sort, find, filter } = place;
  // As the result shows its rows: what the reader has hidden there is neither counted nor stepped to.
  const without = useWorkspace().hiddenRows[resultName(list, hash)] ?? noRows;
  const { data, error } = useSWR(
    ['neighbours', list, id, hash, at, sort.join(), find, filter, without.join()],
    () =>
      call(api, 'record.neighbours', {
        params: { list, id },
        body: {
          hash,
          at,
          sort: sort.join(),
          find,
          ...(filter === '' ? {} : { filter }),
          ...(without.length === 0 ? {} : { without }),
        },
      }),
    askOnce,
  );
  const prefix = pathname.split('/')[1] ?? '';
  const result = resultAddress(prefix, place);
  const known = matchRoute(useManifest(), result.split('?')[0] ?? '') !== null;
  const here = data?.at ?? at;
  const to = (way: Way): string | null => {
    const other = data?.[way] ?? null;
    if (!data || other === null) return null;
    // What has gone from the result left its place to the next one.
    const moved = way === 'previous' ? here - 1 : data.at === null ? here : here + 1;
    return withResult(`${pathname.replace(/[^/]+$/, String(other))}${search}`, { ...place, at: moved });
  };

  useKeys('Result', [stepKeys.previous, stepKeys.next]);
  const steps = useRef(to);
  steps.current = to;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const way = ways.find((known) => isKey(event, stepKeys[known]));
      if (!way) return;
      if (event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      const target = steps.current(way);
      // In place of this page: the browser's way back leads to the result.
      if (target) void navigate(target, { replace: true });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate]);
  useEffect(() => {
    if (focused === null || !data) return;
    bar.current?.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus();
    focused = null;
  }, [data]);

  return (
    <nav ref={bar} className="cad-result-steps" aria-label="Result">
      {known ? (
        <Link className="cad-result-back" to={result} title="Back to the result">
          <Icon name="arrow-left" /> Result
        </Link>
      ) : null}
      <Step way="previous" to={to('previous')} />
      <span className="cad-result-place" aria-live="polite">
        {placeText(data, at, error !== undefined, without.includes(id))}
      </span>
      <Step way="next" to={to('next')} />
    </nav>
  );
}

function placeText(
  data: { readonly at: number | null; readonly total: number } | undefined,
  at: number,
  failed: boolean,
  hidden: boolean,
): string {
  if (failed) return 'The result is not there any more';
  if (!data) return `${at.toLocaleString('en-AU')} of …`;
  const total = data.total.toLocaleString('en-AU');
  if (data.at === null) return `${hidden ? 'Hidden in the result' : 'Not in the result any more'} (${total})`;
  return `${data.at.toLocaleString('en-AU')} of ${total}`;
}

function Step({ way, to }: { readonly way: Way; readonly to: string | null }) {
  const { icon, label, keys } = words[way];
  const title = `${label} in the result (${keys})`;
  if (to === null)
    return (
      // It stays in the order of Tab, so that the focus is not lost at the end of a result.
      <button
        type="button"
        className="cad-result-step"
        aria-disabled="true"
        aria-label={title}
        data-step={way}
      >
        <Icon name={icon} />
      </button>
    );
  return (
    <Link
      className="cad-result-step"
      to={to}
      replace
      title={title}
      aria-label={title}
      aria-keyshortcuts={keys}
      data-step={way}
      data-no-card
      onClick={(event) => {
        focused = event.currentTarget.matches(':focus-visible') ? way : null;
      }}
    >
      <Icon name={icon} />
    </Link>
  );
}

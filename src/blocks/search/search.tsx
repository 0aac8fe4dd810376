import { useEffect, useId, useReducer, useRef, useState } from 'react';
import { inSentence } from '#src/core/in-sentence.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps, Failure } from '#src/render/block-props.ts';
import { AroundLines } from './around-lines.tsx';
import { onlyId } from './criteria.ts';
import { isLinkedSearch, type LinkedSearch } from './definition.ts';
import { FullCriteria } from './full-criteria.tsx';
import { type KeptSearch, keptOf } from './kept.ts';
import { KeptSearches } from './kept-searches.tsx';
import { LiveCount } from './live-count.tsx';
import { QuickBox } from './quick-box.tsx';
import {
  readSearch,
  reduceSearch,
  restoreSearch,
  type SearchEvent,
  type SearchState,
} from './search-state.ts';
import { SimpleCriteria } from './simple-criteria.tsx';
import { useFirstField } from './use-first-field.ts';
import './search.css';

export function Search(props: BlockProps) {
  const { block } = props;
  if (!isLinkedSearch(block))
    throw new Error(`Block "${block.id}" is no linked search. Check the definition again.`);
  return <SearchForm {...props} block={block} />;
}

function SearchForm({ block: resolved, screen, act, visit, text, url }: BlockProps<LinkedSearch>) {
  // Every resolve of the screen makes a new block of the same definition; the first one stays.
  const [block] = useState(resolved);
  const prefix = useId();
  // A link may bring a search along; what was typed over it comes first when the person comes back.
  const from = url.get('from');
  const visitKey = from === undefined ? 'criteria' : `criteria of ${from}`;
  const [state, send] = useReducer(
    (before: SearchState, event: SearchEvent) => reduceSearch(block, before, event),
    undefined,
    () => restoreSearch(block, visit.get(visitKey)),
  );
  useEffect(() => {
    visit.set(visitKey, state);
  }, [visit, visitKey, state]);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // Inputs keep what is typed in them, so those of criteria that were filled in are new ones.
  const [filled, setFilled] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (filled > 0) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [filled]);
  const { criteria, problems, attention } = readSearch(block, state);

  const fill = ({ searchType, criteria: kept }: Pick<KeptSearch, 'searchType' | 'criteria'>) => {
    send({ type: 'fill', searchType, criteria: kept });
    setFilled((before) => before + 1);
    setTried(false);
    setFailure(null);
  };
  const wanted = useRef(visit.get(visitKey) === undefined ? from : undefined);
  // What stands first on a page begins; a search that is filled in by its link ends at its button.
  useFirstField(form, screen.blocks[0]?.id === block.id && wanted.current === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const hash = wanted.current;
    if (hash === undefined) return;
    wanted.current = undefined;
    void act([{ type: 'call', operation: 'search.get', params: { hash } }]).then((outcome) => {
      const [search] = outcome.done ? keptOf({ items: [outcome.value] }) : [];
      if (search) fill(search);
    });
  }, []);

  const open = (to: string) => void act([{ type: 'navigate', to }]);
  const openResult = (hash: string) => open(`/${block.prefix}/result/${encodeURIComponent(hash)}`);

  const search = async () => {
    setTried(true);
    if (running.current || problems.size > 0) return;
    const id = onlyId(criteria, block.key);
    if (id !== null) return open(`/${block.prefix}/${encodeURIComponent(id)}`);
    running.current = true;
    setBusy(true);
    setFailure(null);
    const body = { searchType: state.mode, isRecent: true, criteria };
    const outcome = await act([
      { type: 'call', operation: 'record.search', params: { list: block.list }, body },
    ]);
    running.current = false;
    setBusy(false);
    if (!outcome.done) return setFailure(outcome.failure);
    if (isJsonObject(outcome.value) && typeof outcome.value.hash === 'string') openResult(outcome.value.hash);
  };

  const shownProblems = tried ? problems : new Map<string, string>();
  const parts = { block, state, send, prefix, codes: screen.codes, problems: shownProblems };
  return (
    <div className="cad-search">
      {block.quick && block.key ? (
        <QuickBox noun={block.noun} onOpen={(id) => open(`/${block.prefix}/${id}`)} />
      ) : null}
      <search aria-label={block.title ? text(block.title) : `Search ${block.noun}`}>
        <form
          ref={form}
          className="cad-search-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void search();
          }}
        >
          {block.full ? (
            <fieldset className="cad-search-modes">
              <legend className="cad-visually-hidden">Kind of search</legend>
              {(['simple', 'full'] as const).map((mode) => (
                <label key={mode}>
                  <input
                    type="radio"
                    name={`${prefix}-mode`}
                    checked={state.mode === mode}
                    onChange={() => send({ type: 'mode', mode })}
                  />
                  {mode === 'simple' ? 'Simple' : 'Full'}
                </label>
              ))}
            </fieldset>
          ) : null}
          {failure ? (
            <div className="cad-search-failure" role="alert">
              {failure.message}
            </div>
          ) : null}
          <AroundLines state={state} send={send} />
          {state.mode === 'simple' ? (
            <SimpleCriteria key={filled} {...parts} />
          ) : (
            <FullCriteria key={filled} {...parts} />
          )}
          <div className="cad-search-buttons">
            <button type="submit" className="cad-button cad-primary" aria-busy={busy}>
              Search
            </button>
            <LiveCount
              list={block.list}
              noun={inSentence(block.noun)}
              nouns={block.nouns}
              criteria={criteria}
              readable={problems.size === 0}
            />
            <button
              type="button"
              className="cad-button"
              onClick={() => {
                send({ type: 'clear' });
                setTried(false);
                setFailure(null);
              }}
            >
              Clear
            </button>
            {block.full && state.mode === 'simple' ? (
              <button type="button" className="cad-button" onClick={() => send({ type: 'makeFull' })}>
                Make full
              </button>
            ) : null}
            <span className="cad-search-status" role="status">
              {tried && problems.size > 0
                ? attention
                : filled > 0 && criteria.length > 0
                  ? 'The criteria are filled in.'
                  : criteria.length === 0
                    ? 'No criteria: all records are found.'
                    : ''}
            </span>
          </div>
        </form>
      </search>
      {block.recent || block.favourites ? (
        <KeptSearches
          list={block.list}
          recent={block.recent}
          favourites={block.favourites}
          act={act}
          onOpen={openResult}
          onFill={fill}
        />
      ) : null}
    </div>
  );
}

import { useEffect, useReducer, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useApi } from '#src/render/ports.tsx';
import type { LoggedCall } from './call-log.ts';
import { placeOfBlock } from './definition-place.ts';
import { toggleInspecting } from './inspecting.ts';
import { lastCallOf } from './last-call.ts';
import './inspector.css';

const longest = 4000;
const lookAgainMs = 500;

function shown(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'nothing';
  return text.length > longest
    ? `${text.slice(0, longest)}\n… ${text.length - longest} more characters`
    : text;
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <details>
      <summary>{name}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{shown(value)}</pre>
    </details>
  );
}

/** Follows pointer and focus to the block they are in. */
function useBlockUnder(blocks: ReadonlyMap<HTMLElement, () => BlockProps>): HTMLElement | null {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [, look] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const take = (target: EventTarget | null) => {
      let at = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null;
      while (at && !blocks.has(at)) at = at.parentElement?.closest<HTMLElement>('[data-block]') ?? null;
      if (at) setElement(at);
    };
    const follow = (event: Event) => take(event.target);
    // The focus may have been inside a block before this panel was there.
    take(document.activeElement);
    document.addEventListener('pointerover', follow);
    document.addEventListener('focusin', follow);
    const timer = setInterval(look, lookAgainMs);
    return () => {
      document.removeEventListener('pointerover', follow);
      document.removeEventListener('focusin', follow);
      clearInterval(timer);
    };
  }, [blocks]);
  return element && blocks.has(element) ? element : null;
}

/** What the block under the pointer is made of. */
export function InspectorPanel({
  blocks,
  calls,
  editorOf,
}: {
  readonly blocks: ReadonlyMap<HTMLElement, () => BlockProps>;
  readonly calls: () => readonly LoggedCall[];
  readonly editorOf: (path: string) => string;
}) {
  const element = useBlockUnder(blocks);
  const props = element ? blocks.get(element)?.() : undefined;
  const box = element?.getBoundingClientRect();
  return (
    <>
      {box ? (
        <div
          className="cad-inspected"
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        />
      ) : null}
      <aside className="cad-inspector" aria-label="Inspector">
        <header>
          <h2>Inspector</h2>
          <button type="button" className="cad-button" onClick={toggleInspecting}>
            Close
          </button>
        </header>
        {props ? (
          <Inspected props={props} calls={calls()} editorOf={editorOf} />
        ) : (
          <p className="cad-muted">Point at a part of the page, or go to it with Tab.</p>
        )}
      </aside>
    </>
  );
}

function Inspected({
  props,
  calls,
  editorOf,
}: {
  readonly props: BlockProps;
  readonly calls: readonly LoggedCall[];
  readonly editorOf: (path: string) => string;
}) {
  const { block, screen, scope, source } = props;
  const api = useApi();
  const path = `screens/${screen.id}.json`;
  const { data: place } = useSWR(
    ['definition-place', path, block.id, block.type],
    async () => {
      const answer = await call(api, 'studio.get', { query: { path } });
      const given = isJsonObject(answer) ? answer : {};
      const published = isJsonObject(given.published) ? given.published.content : null;
      const file = isJsonObject(given.file) ? given.file.text : null;
      const text = typeof published === 'string' ? published : file;
      return typeof text === 'string' ? placeOfBlock(text, block.id, block.type) : null;
    },
    { revalidateOnFocus: false },
  );
  const linked = source ? screen.data[source.id] : undefined;
  const last =
    source && linked
      ? lastCallOf(calls, screen.id, {
          id: source.id,
          operation: linked.kind === 'operation' ? linked.operation : null,
        })
      : null;
  return (
    <div className="cad-inspector-body">
      <dl>
        <dt>Block</dt>
        <dd>
          {block.id} <span className="cad-muted">({block.type})</span>
        </dd>
        <dt>Definition</dt>
        <dd>
          <code>
            {path}
            {place ? `:${place.line}` : ''}
          </code>
          {place ? <code className="cad-inspector-pointer">{place.pointer}</code> : null}
          {place === null ? (
            <span className="cad-muted">It comes from a fragment or another file.</span>
          ) : null}
          <Link to={editorOf(path)}>Open in the studio</Link>
        </dd>
        {source ? (
          <>
            <dt>Data</dt>
            <dd>
              {source.id}{' '}
              <span className="cad-muted">
                ({source.kind}, {source.status})
              </span>
            </dd>
            <dt>Request</dt>
            <dd>
              {last ? (
                <>
                  <code>{last.operation}</code>{' '}
                  {last.ms === null ? 'waits for its answer' : `${last.outcome} in ${last.ms} ms`}
                  {last.problem ? `: ${last.problem}` : ''}
                </>
              ) : (
                'not asked on this page yet'
              )}
            </dd>
          </>
        ) : null}
      </dl>
      {last ? <Value name="What was asked" value={last.input} /> : null}
      <Value name="Parameters" value={scope.params} />
      <Value name="Data" value={scope.data} />
      <Value name="Roles and permissions" value={{ roles: scope.roles, perms: scope.perms }} />
      <Value
        name="User and session"
        value={{ user: scope.user, session: scope.session, today: scope.today }}
      />
      <Value name="Linked definition" value={block} />
    </div>
  );
}

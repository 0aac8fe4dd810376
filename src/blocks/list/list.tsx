import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatValue } from '#src/core/format.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { Icon } from '#src/render/icon.tsx';
import { useMayOpen } from '#src/render/link-rule.ts';
import { EmptyState, ErrorCard, Skeleton } from '#src/render/states.tsx';
import { ToldLine } from '#src/render/told-line.tsx';
import { isList, type LinkedList } from './link.ts';
import { useRows } from './use-rows.ts';
import './list.css';

/** The next rows load when the end is this near. */
const nearEnd = '100px';
const seenKey = 'rows';
const noCodes: readonly CodeRow[] = [];

export function List(props: BlockProps): ReactNode {
  return isList(props.block) ? <ListOfRows {...props} list={props.block} /> : null;
}

function ListOfRows({ list, ...props }: BlockProps & { readonly list: LinkedList }): ReactNode {
  const { source, visit } = props;
  const seen = visit.get(seenKey);
  // What was loaded before is loaded at once on Back, so that the place scrolled to is there again.
  const first = Math.max(list.pageSize, typeof seen === 'number' ? seen : 0);
  const { rows, total, state, failure, more } = useRows(source, list.sort, list.pageSize, first);
  const end = useRef<HTMLDivElement>(null);
  const next = useRef(more);
  next.current = more;
  const left = total === null || rows.length < total;

  useEffect(() => {
    if (rows.length > 0) visit.set(seenKey, rows.length);
  }, [rows.length, visit]);

  useEffect(() => {
    const element = end.current;
    if (!element || state !== 'ready' || !left) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) next.current();
      },
      { rootMargin: nearEnd },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [state, left]);

  const [top] = rows;
  const { act } = props;
  const greeted = useRef(false);
  useEffect(() => {
    if (!top || list.onShow.length === 0 || greeted.current) return;
    greeted.current = true;
    void act(list.onShow, { row: top });
  }, [top, list.onShow, act]);

  const title = props.text(list.title);
  return (
    <section className="cad-list" aria-label={title || 'List'} aria-busy={state === 'loading'}>
      {title ? <h2>{title}</h2> : null}
      <ol>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end
          <ListRow key={i} {...props} list={list} row={row} place={i + 1} total={total} />
        ))}
      </ol>
      {state === 'loading' ? <Skeleton lines={rows.length === 0 ? 8 : 2} /> : null}
      {state === 'failed' ? <ErrorCard failure={failure} onRetry={more} /> : null}
      {state === 'ready' && rows.length === 0 ? <EmptyState>{list.empty}</EmptyState> : null}
      {rows.length > 0 && total !== null ? (
        <div ref={end} className="cad-list-end">
          <span>
            {formatValue('integer', rows.length)} of {formatValue('integer', total)}
          </span>
          {left ? (
            <button type="button" className="cad-button" onClick={more}>
              Show more
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function ListRow({
  list,
  row,
  place,
  total,
  scope,
  screen,
  text,
  act,
  evaluate,
}: BlockProps & {
  readonly list: LinkedList;
  readonly row: Row;
  readonly place: number;
  readonly total: number | null;
}): ReactNode {
  const mayOpen = useMayOpen();
  const heading = text(list.heading, { row }) || '–';
  const body = list.text ? text(list.text, { row }) : '';
  const to = list.link ? resolveLink(list.link, { ...scope, row }, mayOpen) : null;
  const struck = list.strikeWhen ? evaluate(list.strikeWhen, { row }) === true : false;
  const marked = list.markWhen ? evaluate(list.markWhen, { row }) === true : false;
  const words = struck ? <s>{heading}</s> : heading;
  return (
    <li aria-posinset={place} aria-setsize={total ?? -1}>
      <p className="cad-list-heading">
        {list.icon ? <Icon name={list.icon} /> : null}
        {to !== null ? (
          <Link to={to}>{words}</Link>
        ) : list.on.length > 0 ? (
          <button type="button" onClick={() => void act(list.on, { row })}>
            {words}
          </button>
        ) : (
          <strong>{words}</strong>
        )}
        {marked ? <span className="cad-list-mark">{list.mark}</span> : null}
      </p>
      {body ? <p className="cad-list-text">{body}</p> : null}
      {list.tags ? (
        <Tags value={row[list.tags.field]} table={screen.codes[list.tags.codes] ?? noCodes} />
      ) : null}
      {list.lines.length > 0 ? (
        <dl>
          {list.lines.map((fact) => (
            <ToldLine key={fact.field.id} line={fact} row={row} codes={screen.codes} />
          ))}
        </dl>
      ) : null}
    </li>
  );
}

/** A colour of its own for each place of the table; the word says the same to who sees no colours. */
function Tags({ value, table }: { readonly value: unknown; readonly table: readonly CodeRow[] }): ReactNode {
  const codes: readonly unknown[] = Array.isArray(value)
    ? value
    : value === null || value === undefined
      ? []
      : [value];
  if (codes.length === 0) return null;
  return (
    <ul className="cad-tags">
      {codes.map((given) => {
        const code = String(given);
        const place = table.findIndex((row) => row.code === code);
        const hue = { '--cad-hue': `${Math.round((place * 360) / table.length)}deg` } as CSSProperties;
        return (
          <li key={code} className="cad-tag" data-known={place !== -1} style={place === -1 ? undefined : hue}>
            {table[place]?.label ?? code}
          </li>
        );
      })}
    </ul>
  );
}

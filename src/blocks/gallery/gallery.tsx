import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatValue } from '#src/core/format.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { Icon } from '#src/render/icon.tsx';
import { BlockStates } from '#src/render/states.tsx';
import { Card } from './card.tsx';
import { isGallery, type LinkedGallery } from './link.ts';
import { useOrder } from './use-order.ts';
import './gallery.css';

export function Gallery(props: BlockProps): ReactNode {
  return isGallery(props.block) ? <Cards {...props} gallery={props.block} /> : null;
}

interface Dragged {
  readonly key: string;
  readonly name: string;
  /** The place that it is over. */
  readonly over: number | null;
}

const nobody: readonly Row[] = [];

function rowsIn(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : nobody;
}

function Cards({ gallery, ...props }: BlockProps & { readonly gallery: LinkedGallery }): ReactNode {
  const { source, text, act } = props;
  const [shown, setShown] = useState(gallery.pageSize);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const rows = rowsIn(source?.value);
  const keyOf = (row: Row) => String(row[gallery.rowKey]);
  const valuesOf = (keys: readonly string[]) =>
    keys.map((key) => rows.find((row) => keyOf(row) === key)?.[gallery.rowKey] ?? key);
  const formOf = (keys: readonly string[]) => ({ selected: valuesOf(keys), count: keys.length });
  const order = useOrder(rows.map(keyOf), source?.value, async (keys) => {
    const { done } = await act(gallery.order?.on ?? [], { form: formOf(keys) });
    return done;
  });
  const ordered = order.keys
    .map((key) => rows.find((row) => keyOf(row) === key))
    .filter((row) => row !== undefined);
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<string | null>(null);
  // A card that was moved is another place in the document, and would lose the focus.
  useEffect(() => {
    const key = focused.current;
    if (key === null) return;
    focused.current = null;
    for (const handle of list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])
      if (handle.dataset.key === key) handle.focus();
  });
  const title = text(gallery.title);
  return (
    <BlockStates source={source} isEmpty={rows.length === 0} empty={gallery.empty} lines={6}>
      <section className="cad-gallery" aria-label={title || 'Pictures'}>
        {title ? <h2>{title}</h2> : null}
        <Tools gallery={gallery} rows={ordered} act={act} formOf={formOf} keyOf={keyOf} />
        <ul ref={list} data-size={gallery.size}>
          {ordered.slice(0, shown).map((row, i) => {
            const key = keyOf(row);
            const move = (to: number, name: string) => {
              focused.current = key;
              order.move(key, to, name);
            };
            return (
              <Card
                key={key}
                {...props}
                gallery={gallery}
                row={row}
                place={i}
                count={ordered.length}
                move={gallery.order ? move : null}
                drag={{
                  over: dragged?.over === i && dragged.key !== key,
                  start: (name) => setDragged({ key, name, over: null }),
                  enter: () => setDragged((now) => (now ? { ...now, over: i } : null)),
                  drop: () => {
                    if (dragged) order.move(dragged.key, i, dragged.name);
                    setDragged(null);
                  },
                  end: () => setDragged(null),
                }}
              />
            );
          })}
        </ul>
        {gallery.order ? (
          <p className="cad-visually-hidden" role="status">
            {order.said}
          </p>
        ) : null}
        {rows.length > gallery.pageSize ? (
          <p className="cad-gallery-end">
            {formatValue('integer', Math.min(shown, rows.length))} of {formatValue('integer', rows.length)}{' '}
            {shown < rows.length ? (
              <button type="button" className="cad-button" onClick={() => setShown(shown + gallery.pageSize)}>
                Show more
              </button>
            ) : null}
          </p>
        ) : null}
      </section>
    </BlockStates>
  );
}

/** What is done with the ticked cards or, where none is, with all. */
function Tools({
  gallery,
  rows,
  act,
  formOf,
  keyOf,
}: {
  readonly gallery: LinkedGallery;
  readonly rows: readonly Row[];
  readonly act: BlockProps['act'];
  readonly formOf: (keys: readonly string[]) => { readonly [name: string]: unknown };
  readonly keyOf: (row: Row) => string;
}): ReactNode {
  const { tick, toolbar } = gallery;
  if (toolbar.length === 0) return null;
  const ticked = tick ? rows.filter((row) => row[tick.field] === true) : [];
  const taken = ticked.length > 0 ? ticked : rows;
  return (
    <div className="cad-gallery-tools">
      {toolbar.map((button) => (
        <button
          key={button.id}
          type="button"
          className="cad-button"
          onClick={() => void act(button.on, { form: formOf(taken.map(keyOf)) })}
        >
          {button.icon ? <Icon name={button.icon} /> : null} {button.label}
        </button>
      ))}
      {tick ? (
        <span>
          {ticked.length > 0
            ? `${formatValue('integer', ticked.length)} of ${formatValue('integer', rows.length)} ticked`
            : `None ticked: all ${formatValue('integer', rows.length)} are taken`}
        </span>
      ) : null}
    </div>
  );
}

import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { Icon } from '#src/render/icon.tsx';
import { isKey, type KeyHelp, useKeys } from '#src/render/keys.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import type { LinkedGallery } from './link.ts';
import { Picture } from './picture.tsx';

export interface CardProps extends Pick<BlockProps, 'scope' | 'text' | 'act' | 'evaluate'> {
  readonly gallery: LinkedGallery;
  readonly row: Row;
  /** Counted from 0, among so many. */
  readonly place: number;
  readonly count: number;
  /** Null where cards have no order of their own. */
  readonly move: ((to: number, name: string) => void) | null;
  /** `over`: another card is dragged over this one. */
  readonly drag: {
    readonly over: boolean;
    readonly start: (name: string) => void;
    readonly enter: () => void;
    readonly drop: () => void;
    readonly end: () => void;
  };
}

const moveKeys: KeyHelp = {
  keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  text: 'At the handle of a picture, move it by a place',
};
const endKeys: KeyHelp = { keys: ['Home', 'End'], text: 'At the handle, move it to the first or last place' };
const steps: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function Card(props: CardProps): ReactNode {
  const { gallery, row, scope, text, act, evaluate, place, count, move, drag } = props;
  const mayOpen = useMayOpen();
  const { picture, turn, tick } = gallery;
  const params = Object.fromEntries(
    Object.entries(picture.params).map(([name, value]) => [name, text(value, { row })]),
  );
  const heading = text(gallery.heading, { row });
  const angle = turn === undefined ? 0 : Number(row[turn]);
  const holds = (condition: LinkedGallery['lines'][number]['visibleWhen']) =>
    condition === undefined || evaluate(condition, { row }) === true;
  const movable = move !== null && holds(gallery.order?.visibleWhen);
  useKeys('Pictures and files', movable ? [moveKeys, endKeys] : null);
  const onKey = (event: KeyboardEvent) => {
    if (!isKey(event, moveKeys) && !isKey(event, endKeys)) return;
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? count - 1
          : steps[event.key] && place + (steps[event.key] ?? 0);
    if (to === undefined || to < 0 || to >= count) return;
    event.preventDefault();
    move?.(to, heading);
  };
  const dragging = movable
    ? {
        draggable: true,
        onDragStart: () => drag.start(heading),
        onDragEnd: drag.end,
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDragEnter: drag.enter,
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          drag.drop();
        },
      }
    : {};
  return (
    <li data-over={drag.over || undefined} {...dragging}>
      {holds(picture.visibleWhen) ? (
        <Picture
          operation={picture.operation}
          params={params}
          alt={text(gallery.alt, { row })}
          turn={Number.isFinite(angle) ? angle : 0}
        />
      ) : (
        <div className="cad-gallery-picture cad-gallery-file">
          <Icon name="document" />
          <span>{heading.split('.').at(-1)?.slice(0, 5).toUpperCase()}</span>
        </div>
      )}
      <div className="cad-gallery-head">
        {tick ? (
          <input
            type="checkbox"
            aria-label={`Tick ${heading}`}
            checked={row[tick.field] === true}
            disabled={!holds(tick.enabledWhen)}
            onChange={(event) => void act(tick.on, { row: { ...row, [tick.field]: event.target.checked } })}
          />
        ) : null}
        <p className="cad-gallery-heading" title={heading}>
          {heading}
        </p>
        {movable ? (
          <button
            type="button"
            className="cad-button cad-gallery-handle"
            title="Move: drag the picture, or press the arrow keys here"
            aria-label={`Move ${heading}, at place ${place + 1} of ${count}. Arrow keys move it.`}
            data-key={String(row[gallery.rowKey])}
            onKeyDown={onKey}
          >
            <Icon name="drag-handle-horizontal" />
          </button>
        ) : null}
      </div>
      {gallery.lines
        .filter((line) => holds(line.visibleWhen))
        .map((line) => {
          const words = text(line.text, { row });
          const to = line.link === undefined ? null : resolveLink(line.link, { ...scope, row }, mayOpen);
          return words === '' ? null : (
            <p key={line.id}>{to === null ? words : <Link to={to}>{words}</Link>}</p>
          );
        })}
      <div className="cad-gallery-actions">
        {gallery.actions
          .filter((action) => holds(action.visibleWhen))
          .map((action) => (
            <button
              key={action.id}
              type="button"
              className="cad-button"
              title={action.label}
              aria-label={`${action.label}: ${heading}`}
              onClick={() => void act(action.on, { row })}
            >
              {action.icon ? <Icon name={action.icon} /> : action.label}
            </button>
          ))}
      </div>
    </li>
  );
}

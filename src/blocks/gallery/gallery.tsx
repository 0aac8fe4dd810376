import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatValue } from '#src/core/format.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { Icon } from '#src/render/icon.tsx';
import { BlockStates } from '#src/render/states.tsx';
import { isGallery, type LinkedGallery } from './link.ts';
import { Picture } from './picture.tsx';
import './gallery.css';

export function Gallery(props: BlockProps): ReactNode {
  return isGallery(props.block) ? <Cards {...props} gallery={props.block} /> : null;
}

function Cards({ gallery, ...props }: BlockProps & { readonly gallery: LinkedGallery }): ReactNode {
  const { source, text } = props;
  const [shown, setShown] = useState(gallery.pageSize);
  const value: unknown = source?.value;
  const rows: readonly Row[] = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const title = text(gallery.title);
  return (
    <BlockStates source={source} isEmpty={rows.length === 0} empty={gallery.empty} lines={6}>
      <section className="cad-gallery" aria-label={title || 'Pictures'}>
        {title ? <h2>{title}</h2> : null}
        <ul>
          {rows.slice(0, shown).map((row) => (
            <Card key={String(row[gallery.rowKey])} {...props} gallery={gallery} row={row} />
          ))}
        </ul>
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

function Card({
  gallery,
  row,
  scope,
  text,
  act,
  evaluate,
}: BlockProps & { readonly gallery: LinkedGallery; readonly row: Row }): ReactNode {
  const { picture, turn } = gallery;
  const params = Object.fromEntries(
    Object.entries(picture.params).map(([name, value]) => [name, text(value, { row })]),
  );
  const heading = text(gallery.heading, { row });
  const angle = turn === undefined ? 0 : Number(row[turn]);
  const has = (part: LinkedGallery['lines'][number] | LinkedGallery['actions'][number]) =>
    part.visibleWhen === undefined || evaluate(part.visibleWhen, { row }) === true;
  return (
    <li>
      <Picture
        operation={picture.operation}
        params={params}
        alt={text(gallery.alt, { row })}
        turn={Number.isFinite(angle) ? angle : 0}
      />
      <p className="cad-gallery-heading" title={heading}>
        {heading}
      </p>
      {gallery.lines.filter(has).map((line) => {
        const words = text(line.text, { row });
        const to = line.link === undefined ? null : resolveLink(line.link, { ...scope, row });
        return words === '' ? null : (
          <p key={line.id}>{to === null ? words : <Link to={to}>{words}</Link>}</p>
        );
      })}
      <div className="cad-gallery-actions">
        {gallery.actions.filter(has).map((action) => (
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

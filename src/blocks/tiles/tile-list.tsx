import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { BlockProps } from '#src/render/block-props.ts';
import type { FavouritePages } from '#src/render/favourite-pages.ts';
import { Icon } from '#src/render/icon.tsx';
import type { TileFigure } from './link.ts';
import { TileFigureText } from './tile-figure.tsx';

export interface Tile {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly icon: string | null;
  readonly to: string | null;
  readonly figure: (TileFigure & { readonly by?: string | null }) | null;
  /** The id of its screen and the part of the hub, where it is one of a group. */
  readonly page: { readonly id: string; readonly section: string | null } | null;
}

/** Tiles that stand together. */
export function TileList({
  tiles,
  heading,
  favourites,
  drawing,
}: {
  readonly tiles: readonly Tile[];
  /** Names the list where a heading stands over it. */
  readonly heading: string | null;
  /** Null where no page can be kept. */
  readonly favourites: FavouritePages | null;
  readonly drawing: Pick<BlockProps, 'screen' | 'sources' | 'evaluate'>;
}): ReactNode {
  const { screen, sources, evaluate } = drawing;
  return (
    <ul aria-label={heading ?? undefined}>
      {tiles.map((tile) => (
        <li key={tile.id} className="cad-tile">
          {tile.icon ? <Icon name={tile.icon} /> : null}
          {tile.to === null ? (
            <span className="cad-tile-title">{tile.title}</span>
          ) : (
            <Link className="cad-tile-title" to={tile.to}>
              {tile.title}
            </Link>
          )}
          {tile.figure ? (
            <TileFigureText
              figure={tile.figure}
              page={tile.page?.id ?? null}
              source={sources[tile.figure.source]}
              screen={screen}
              evaluate={evaluate}
            />
          ) : null}
          {tile.text ? <span className="cad-tile-text">{tile.text}</span> : null}
          {tile.to === null ? <span className="cad-tile-text">Opened from other pages.</span> : null}
          {tile.page && tile.to !== null ? (
            <Star id={tile.page.id} title={tile.title} favourites={favourites} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Star({
  id,
  title,
  favourites,
}: {
  readonly id: string;
  readonly title: string;
  readonly favourites: FavouritePages | null;
}) {
  if (!favourites?.toggle) return null;
  const { ids, toggle } = favourites;
  const starred = ids.includes(id);
  return (
    <button
      type="button"
      className="cad-tile-star"
      aria-label={`Favourite: ${title}`}
      aria-pressed={starred}
      title={starred ? 'No favourite any more' : 'Make a favourite'}
      onClick={() => toggle(id)}
    >
      <Icon name={starred ? 'star' : 'star-empty'} />
    </button>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pageAddress } from '#src/core/page-address.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { Icon } from '#src/render/icon.tsx';
import { useMayOpen } from '#src/render/link-rule.ts';
import { useManifest } from '#src/render/ports.tsx';
import { EmptyState } from '#src/render/states.tsx';
import { EntityPicker, useChosen } from './entity-picker.tsx';
import { groupTiles, neededEntities } from './group-tiles.ts';
import { isTiles, type TileFigure } from './link.ts';
import { TileFigureText } from './tile-figure.tsx';
import './tiles.css';

interface Tile {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly icon: string | null;
  readonly to: string | null;
  readonly figure: TileFigure | null;
}

export function Tiles({ block, screen, scope, sources, text, memory, evaluate }: BlockProps): ReactNode {
  const manifest = useManifest();
  const mayOpen = useMayOpen();
  const known = isTiles(block) && block.group ? groupTiles(manifest, block.group) : [];
  const entities = neededEntities(known);
  const [chosen, choose] = useChosen(entities, memory, scope.session.selectedDistrict);
  if (!isTiles(block)) return null;
  const tiles: readonly Tile[] = [
    ...block.items
      .filter(({ visibleWhen }) => !visibleWhen || evaluate(visibleWhen) === true)
      .map((item) => ({
        id: item.id,
        title: item.title,
        text: item.text ?? '',
        icon: item.icon ?? null,
        to: resolveLink(item.to, scope, mayOpen),
        figure: item.figure ?? null,
      })),
    ...known.map((tile) => ({
      id: tile.id,
      title: tile.title,
      text: tile.text,
      icon: null,
      to: pageAddress(tile.route, tile.needs, chosen),
      figure: null,
    })),
  ];
  const title = text(block.title);
  return (
    <div className="cad-tiles">
      {title ? <h2>{title}</h2> : null}
      {entities.map((entity) => (
        <EntityPicker
          key={entity}
          entity={entity}
          value={chosen[entity] ?? ''}
          onChange={(value) => choose(entity, value)}
        />
      ))}
      {tiles.length === 0 ? <EmptyState>{block.empty}</EmptyState> : null}
      <ul>
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
                source={sources[tile.figure.source]}
                screen={screen}
                evaluate={evaluate}
              />
            ) : null}
            {tile.text ? <span className="cad-tile-text">{tile.text}</span> : null}
            {tile.to === null ? <span className="cad-tile-text">Opened from other pages.</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { type ReactNode, useState } from 'react';
import { pageAddress } from '#src/core/page-address.ts';
import { isOpenLink } from '#src/core/resolve/open-plan.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { failedTogether } from '#src/render/failure.ts';
import { type FavouritePages, useFavouritePages } from '#src/render/favourite-pages.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { useManifest } from '#src/render/ports.tsx';
import { EmptyState, ErrorCard } from '#src/render/states.tsx';
import { EntityPicker, useChosen } from './entity-picker.tsx';
import { groupTiles, neededEntities } from './group-tiles.ts';
import { FilterBox, RecentLinks, tilesFor, useRecentOf } from './hub.tsx';
import { isTiles, type LinkedTiles } from './link.ts';
import { type Tile, TileList } from './tile-list.tsx';
import './tiles.css';

export function Tiles(props: BlockProps): ReactNode {
  const { block, screen, scope, sources, text, memory, evaluate, act } = props;
  const manifest = useManifest();
  const mayOpen = useMayOpen();
  const known = isTiles(block) && block.group ? groupTiles(manifest, block.group) : [];
  const entities = neededEntities(known);
  // A page whose figures are of the district in its address shows that one.
  const own = screen.params.find((param) => param.in === 'query' && param.entity === 'district');
  const named = own ? scope.params[own.id] : null;
  const { selectedDistrict } = scope.session;
  const [chosen, choose] = useChosen(entities, memory, typeof named === 'string' ? named : selectedDistrict);
  if (!isTiles(block)) return null;
  const tiles: readonly Tile[] = [
    ...block.items
      .filter(({ visibleWhen }) => !visibleWhen || evaluate(visibleWhen) === true)
      // A page that this reader may not open has no tile; one whose address is not known yet has no link.
      .filter(({ to }) => isOpenLink(to, mayOpen))
      .map((item) => ({
        id: item.id,
        title: item.title,
        text: item.text ?? '',
        icon: item.icon ?? null,
        to: resolveLink(item.to, scope, mayOpen),
        figure: item.figure ?? null,
        page: null,
      })),
    ...known.map((tile) => ({
      id: tile.id,
      title: tile.title,
      text: tile.text,
      icon: null,
      to: pageAddress(tile.route, tile.needs, chosen),
      figure: figureOf(block.figures, tile.id),
      page: { id: tile.id, section: tile.section },
    })),
  ];
  const counting = new Set(tiles.flatMap(({ figure }) => figure?.source ?? []));
  const failed = failedTogether([...counting].map((id) => sources[id]));
  const title = text(block.title);
  const pickers = entities.map((entity) => (
    <EntityPicker
      key={entity}
      entity={entity}
      value={chosen[entity] ?? ''}
      onChange={(value) => {
        choose(entity, value);
        // What is chosen here holds from now on, also beside an address that says another.
        if (own && entity === 'district' && named !== selectedDistrict)
          void act([{ type: 'set', params: { [own.id]: null } }]);
      }}
    />
  ));
  return (
    <div className="cad-tiles">
      {title ? <h2>{title}</h2> : null}
      {failed ? (
        <ErrorCard title="The figures could not be loaded" failure={failed.failure} onRetry={failed.retry} />
      ) : null}
      {block.hub ? (
        <Hub {...props} block={block} tiles={tiles} pickers={pickers} />
      ) : (
        <>
          {pickers}
          {tiles.length === 0 ? <EmptyState>{block.empty}</EmptyState> : null}
          <Parts {...props} block={block} tiles={tiles} favourites={null} />
        </>
      )}
    </div>
  );
}

/** What is said of the page by name, else what a row may say of it. */
function figureOf(figures: LinkedTiles['figures'], page: string): Tile['figure'] {
  return (
    figures.find((figure) => figure.page === page) ?? figures.find((figure) => figure.page === null) ?? null
  );
}

interface Drawn extends BlockProps<LinkedTiles> {
  readonly tiles: readonly Tile[];
}

function Hub({ tiles, pickers, ...props }: Drawn & { readonly pickers: ReactNode }) {
  const { block, scope } = props;
  const favourites = useFavouritePages();
  const recent = useRecentOf(scope.user?.id ?? null, useManifest(), block.group);
  const [term, setTerm] = useState('');
  const found = tilesFor(tiles, term);
  const kept = found.filter(({ page }) => page !== null && favourites.ids.includes(page.id));
  return (
    <>
      <div className="cad-tiles-above">
        {pickers}
        <FilterBox term={term} found={found} onTerm={setTerm} />
      </div>
      {term.trim() === '' ? <RecentLinks pages={recent} /> : null}
      {tiles.length === 0 ? <EmptyState>{block.empty}</EmptyState> : null}
      {tiles.length > 0 && found.length === 0 ? <EmptyState>Nothing is called that.</EmptyState> : null}
      {kept.length > 0 ? (
        <>
          <h2>Favourites</h2>
          <TileList tiles={kept} heading="Favourites" favourites={favourites} drawing={props} />
        </>
      ) : null}
      <Parts
        {...props}
        tiles={found.filter((tile) => !kept.includes(tile))}
        favourites={favourites}
        rest={kept.length > 0 ? 'All others' : null}
      />
    </>
  );
}

/** The tiles under the titles of their parts; all in one list where there are no parts. */
function Parts({
  tiles,
  favourites,
  rest = null,
  ...props
}: Drawn & {
  readonly favourites: FavouritePages | null;
  /** Heading of tiles without a part, where something stands above them. */
  readonly rest?: string | null;
}) {
  const { sections } = props.block;
  const known = new Set(sections.map(({ id }) => id));
  const parts = [
    ...sections.map(({ id, title }) => ({ id, title, has: (section: string | null) => section === id })),
    {
      id: '',
      title: sections.length > 0 ? 'Others' : rest,
      has: (section: string | null) => section === null || !known.has(section),
    },
  ]
    .map(({ has, ...part }) => ({ ...part, tiles: tiles.filter(({ page }) => has(page?.section ?? null)) }))
    .filter((part) => part.tiles.length > 0);
  return parts.map((part) => (
    <section key={part.id} aria-label={part.title ?? undefined}>
      {part.title === null ? null : <h2>{part.title}</h2>}
      <TileList tiles={part.tiles} heading={null} favourites={favourites} drawing={props} />
    </section>
  ));
}

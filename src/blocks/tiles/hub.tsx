// What a hub of many pages has above its parts: a box that filters, favourites, and the pages that were opened last.
import { type ReactNode, useId, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ManifestEntry } from '#src/core/linked.ts';
import { rank } from '#src/core/rank.ts';
import { matchPattern } from '#src/core/route.ts';
import { type RecentPage, recentPages } from '#src/render/recent-pages.ts';
import type { Tile } from './tile-list.tsx';

const mostRecent = 5;

/** The tiles whose title or text answers the term, in their order. */
export function tilesFor(tiles: readonly Tile[], term: string): readonly Tile[] {
  if (term.trim() === '') return tiles;
  return tiles.filter(({ title, text }) => {
    // Letters in order are in nearly every sentence; of a text only whole beginnings and parts count.
    const words = rank(`${title} ${text}`, term);
    return rank(title, term) !== null || (words !== null && words.score > 1);
  });
}

/** The pages of a group that the user opened last, with the filters that they were left with. */
export function useRecentOf(
  user: number | null,
  manifest: readonly ManifestEntry[],
  group: string | null,
): readonly RecentPage[] {
  return useMemo(() => {
    if (user === null || group === null) return [];
    const routes = manifest.filter((entry) => entry.group === group).map(({ route }) => route);
    return recentPages(user)
      .filter(({ to }) => routes.some((route) => matchPattern(route, to.split(/[?#]/)[0] ?? to) !== null))
      .slice(0, mostRecent);
  }, [user, manifest, group]);
}

export function RecentLinks({ pages }: { readonly pages: readonly RecentPage[] }): ReactNode {
  if (pages.length === 0) return null;
  return (
    <nav className="cad-tiles-recent" aria-label="Opened last">
      <span aria-hidden="true">Opened last</span>
      <ul>
        {pages.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Enter opens the first tile that is left, Escape shows all again. */
export function FilterBox({
  term,
  found,
  onTerm,
}: {
  readonly term: string;
  readonly found: readonly Tile[];
  readonly onTerm: (term: string) => void;
}): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const first = found.find(({ to }) => to !== null);
  const typed = term.trim() !== '';
  return (
    <p className="cad-tiles-find">
      <label htmlFor={id}>Find</label>
      <input
        id={id}
        type="search"
        className="cad-input"
        autoComplete="off"
        maxLength={100}
        value={term}
        onChange={(event) => onTerm(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape' && typed) {
            event.preventDefault();
            onTerm('');
          } else if (event.key === 'Enter' && typed && first?.to) void navigate(first.to);
        }}
      />
      <span role="status" className="cad-muted">
        {typed ? (found.length === 1 ? '1 page' : `${found.length} pages`) : ''}
      </span>
    </p>
  );
}

import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { BlockProps } from '#src/render/block-props.ts';
import { useManifest } from '#src/render/ports.tsx';
import { recentPages } from '#src/render/recent-pages.ts';
import { useRecordNames } from '#src/render/record-names.ts';
import { recordAt } from '#src/render/record-page.ts';
import { isOpened } from './link.ts';
import './opened.css';

/** The records that a person opened last, as they left their pages; what is gone or closed to them is not told of. */
export function Opened({ block, scope, text }: BlockProps): ReactNode {
  const manifest = useManifest();
  const user = scope.user?.id ?? null;
  const most = isOpened(block) ? block.most : 0;
  const pages = useMemo(
    () =>
      (user === null ? [] : recentPages(user)).flatMap((page) => {
        const place = recordAt(manifest, page.to);
        return place ? [{ ...page, place }] : [];
      }),
    [user, manifest],
  );
  const names = useRecordNames(pages.map(({ place }) => place));
  const lines = pages
    .flatMap(({ to, title }, i) => {
      const name = names?.[i];
      if (name === undefined || name === 'gone') return [];
      // Where nobody could ask, the page's own title.
      return [
        name === 'failed'
          ? { to, name: title, note: '' }
          : { to, name: name.text || name.label, note: name.text ? name.label : '' },
      ];
    })
    .slice(0, most);
  const label = text(block.title) || 'Opened last';
  if (pages.length === 0 || (names && lines.length === 0)) return null;
  return (
    <nav className="cad-opened" aria-label={label} aria-busy={names === null}>
      <h2>{label}</h2>
      <ul>
        {lines.map(({ to, name, note }) => (
          <li key={to}>
            <Link to={to} title={name}>
              {name}
            </Link>
            {note === '' ? null : <span>{note}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

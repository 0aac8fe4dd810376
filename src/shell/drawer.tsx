import caretDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/caret-down.js';
import caretRight from '@blueprintjs/icons/lib/esm/generated/16px/paths/caret-right.js';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { MenuItem } from '#src/session/session-state.ts';
import { sessionStore, useSession } from '#src/session/store.ts';
import { guardedMenu } from './guarded-menu.ts';
import { isHighlighted } from './highlight.ts';
import { useFolded } from './menu-memory.ts';
import { QuickSearch } from './quick-search/quick-search.tsx';
import { ShellIcon } from './shell-icon.tsx';

const nothing: readonly MenuItem[] = [];

interface Folding {
  readonly folded: ReadonlySet<string>;
  readonly onFold: (title: string, open: boolean) => void;
}

function Group({
  group,
  path,
  folding,
}: {
  readonly group: MenuItem;
  readonly path: string;
  readonly folding: Folding;
}) {
  const highlighted = isHighlighted(group, path);
  const open = !folding.folded.has(group.title);
  return (
    <li>
      <button
        type="button"
        className="cad-menu-group"
        aria-expanded={open}
        data-active={highlighted}
        onClick={() => folding.onFold(group.title, !open)}
      >
        <ShellIcon paths={open ? caretDown : caretRight} /> {group.title}
      </button>
      {open ? <Entries entries={group.items ?? nothing} path={path} folding={folding} /> : null}
    </li>
  );
}

function Item({ item, path }: { readonly item: MenuItem; readonly path: string }) {
  const highlighted = isHighlighted(item, path);
  return (
    <li>
      <Link
        className="cad-menu-item"
        to={item.action ?? '/app/dashboard'}
        data-active={highlighted}
        aria-current={highlighted ? 'page' : undefined}
      >
        {item.title}
      </Link>
    </li>
  );
}

function Entries({
  entries,
  path,
  folding,
}: {
  readonly entries: readonly MenuItem[];
  readonly path: string;
  readonly folding: Folding;
}) {
  return (
    <ul>
      {entries.map((entry) => {
        const key = `${entry.title} ${entry.action ?? ''}`;
        if (entry.items && entry.items.length > 0)
          return <Group key={key} group={entry} path={path} folding={folding} />;
        // A group that is left without an item, and without a page of its own, is not drawn.
        return entry.action ? <Item key={key} item={entry} path={path} /> : null;
      })}
    </ul>
  );
}

export function Drawer({
  floating,
  pinnable,
  onClose,
}: {
  readonly floating: boolean;
  /** False on a narrow window, where the drawer always floats. */
  readonly pinnable: boolean;
  readonly onClose: () => void;
}) {
  const given = useSession((s) => s.userInfo?.menu ?? nothing);
  const menu = useMemo(() => guardedMenu(given), [given]);
  const pinned = useSession((s) => s.drawerPinned);
  const { pathname } = useLocation();
  const [folded, onFold] = useFolded();
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (floating) drawer.current?.focus();
  }, [floating]);
  return (
    <nav
      ref={drawer}
      className="cad-drawer"
      data-floating={floating}
      aria-label="Main menu"
      tabIndex={floating ? -1 : undefined}
      onKeyDown={(event) => {
        if (floating && event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      {pinnable ? (
        <label className="cad-pin">
          <input
            type="checkbox"
            checked={pinned}
            onChange={() => {
              sessionStore.setState({ drawerPinned: !pinned, showDrawer: !pinned });
              onClose();
            }}
          />
          Pin the menu to the page
        </label>
      ) : null}
      <QuickSearch label="Quick ID search" showLabel />
      <div className="cad-menu">
        <Entries entries={menu} path={pathname} folding={{ folded, onFold }} />
      </div>
    </nav>
  );
}

import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type MenuItem, sessionStore, useSession } from '#src/session/store.ts';
import { isHighlighted } from './highlight.ts';

function Group({ group, path }: { readonly group: MenuItem; readonly path: string }) {
  const highlighted = isHighlighted(group, path);
  const [open, setOpen] = useState(true);
  return (
    <li>
      <button
        type="button"
        className="cad-menu-group"
        aria-expanded={open}
        data-active={highlighted}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true" className="cad-menu-caret">
          {open ? '▾' : '▸'}
        </span>
        {group.title}
      </button>
      {open ? (
        <ul>
          {(group.items ?? []).map((item) => (
            <Item key={`${item.title} ${item.action ?? ''}`} item={item} path={path} />
          ))}
        </ul>
      ) : null}
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

export function Drawer({ floating, onClose }: { readonly floating: boolean; readonly onClose: () => void }) {
  const menu = useSession((s) => s.userInfo?.menu ?? []);
  const pinned = useSession((s) => s.drawerPinned);
  const { pathname } = useLocation();
  return (
    <nav
      className="cad-drawer"
      data-floating={floating}
      aria-label="Main menu"
      onKeyDown={(event) => {
        if (floating && event.key === 'Escape') onClose();
      }}
    >
      <label className="cad-pin">
        <input
          type="checkbox"
          checked={pinned}
          onChange={() => {
            sessionStore.setState({ drawerPinned: !pinned, showDrawer: !pinned });
            if (pinned) onClose();
          }}
        />
        Pin the menu to the page
      </label>
      <ul className="cad-menu">
        {menu.map((entry) =>
          entry.items && entry.items.length > 0 ? (
            <Group key={entry.title} group={entry} path={pathname} />
          ) : (
            <Item key={entry.title} item={entry} path={pathname} />
          ),
        )}
      </ul>
    </nav>
  );
}

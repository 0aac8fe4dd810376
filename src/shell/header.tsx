import help from '@blueprintjs/icons/lib/esm/generated/16px/paths/help.js';
import menu from '@blueprintjs/icons/lib/esm/generated/16px/paths/menu.js';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '#src/session/store.ts';
import { QuickSearch } from './quick-search/quick-search.tsx';
import { ShellIcon } from './shell-icon.tsx';

/** Name of the browser's tab in which every help link opens; a setting of the server. */
export function helpTab(): string {
  return (
    document.querySelector<HTMLMetaElement>('meta[name="cadastre-help-tab"]')?.content || 'cadastre-help'
  );
}

export function Header({
  product,
  title,
  drawerOpen,
  onToggleDrawer,
  toggle,
  onFind,
  helpOpen,
  helpButton,
  onHelp,
  children,
}: {
  /** The product's short name. */
  readonly product: string;
  readonly title: string;
  readonly drawerOpen: boolean;
  readonly onToggleDrawer: () => void;
  readonly toggle: Ref<HTMLButtonElement>;
  /** Opens the box over all pages, reports and records. */
  readonly onFind: () => void;
  readonly helpOpen: boolean;
  readonly helpButton: Ref<HTMLButtonElement>;
  /** Shows or hides the help of the page beside it. */
  readonly onHelp: () => void;
  /** What stands at the right: timer, bell, the user's menu. */
  readonly children: ReactNode;
}) {
  const helpLink = useSession((s) => s.helpLink);
  return (
    <header className="cad-header">
      <button
        ref={toggle}
        type="button"
        className="cad-header-button cad-header-icon"
        aria-label="Menu"
        aria-expanded={drawerOpen}
        onClick={onToggleDrawer}
      >
        <ShellIcon paths={menu} />
      </button>
      <Link className="cad-brand" to="/app/dashboard">
        {product}
      </Link>
      <span className="cad-header-title" title={title}>
        {title}
      </span>
      <div className="cad-header-search">
        <QuickSearch label="Quick search" showLabel={false} shortcut />
        <button
          type="button"
          className="cad-header-button cad-header-find"
          title="Find a page, report or record"
          aria-label="Ctrl K: find a page, report or record"
          aria-keyshortcuts="Control+K"
          onClick={onFind}
        >
          <kbd>Ctrl K</kbd>
        </button>
      </div>
      {helpLink === null ? (
        <button
          ref={helpButton}
          type="button"
          className="cad-header-button cad-header-icon"
          aria-label="Help"
          aria-expanded={helpOpen}
          title="Help for this page"
          onClick={onHelp}
        >
          <ShellIcon paths={help} />
        </button>
      ) : (
        <a
          className="cad-header-button cad-header-icon"
          href={helpLink}
          target={helpTab()}
          aria-label="Help"
          title="Help for this page"
        >
          <ShellIcon paths={help} />
        </a>
      )}
      {children}
    </header>
  );
}

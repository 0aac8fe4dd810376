import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { sessionStore, useSession } from '#src/session/store.ts';

const themes = ['system', 'light', 'dark'] as const;

function ThemeChoice() {
  const theme = useSession((s) => s.theme);
  return (
    <fieldset className="cad-theme-choice">
      <legend>Colours</legend>
      {themes.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="theme"
            checked={theme === choice}
            onChange={() => sessionStore.setState({ theme: choice })}
          />
          {choice === 'system' ? 'As the system' : choice === 'light' ? 'Light' : 'Dark'}
        </label>
      ))}
    </fieldset>
  );
}

function UserMenu({ tools }: { readonly tools: ReactNode }) {
  const name = useSession((s) => s.user?.full_name ?? '');
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (
        event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node)
      )
        setOpen(false);
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, [open]);
  return (
    <div className="cad-user" ref={box}>
      <button type="button" className="cad-header-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="cad-user-name">{name}</span> <span aria-hidden="true">▾</span>
      </button>
      {open ? (
        <div className="cad-user-menu">
          <ThemeChoice />
          {tools}
          <Link to="/app/logout">Sign out</Link>
        </div>
      ) : null}
    </div>
  );
}

export function Header({
  product,
  title,
  drawerOpen,
  onToggleDrawer,
  tools,
}: {
  /** The product's short name. */
  readonly product: string;
  readonly title: string;
  readonly drawerOpen: boolean;
  readonly onToggleDrawer: () => void;
  readonly tools: ReactNode;
}) {
  return (
    <header className="cad-header">
      <button
        type="button"
        className="cad-header-button"
        aria-label="Menu"
        aria-expanded={drawerOpen}
        onClick={onToggleDrawer}
      >
        <span aria-hidden="true">☰</span>
      </button>
      <Link className="cad-brand" to="/app/dashboard">
        {product}
      </Link>
      <span className="cad-header-title" title={title}>
        {title}
      </span>
      <UserMenu tools={tools} />
    </header>
  );
}

import caretDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/caret-down.js';
import user from '@blueprintjs/icons/lib/esm/generated/16px/paths/user.js';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { call } from '#src/api/call.ts';
import { useApi } from '#src/render/ports.tsx';
import type { SessionState } from '#src/session/session-state.ts';
import { hasPermission, sessionStore, useSession } from '#src/session/store.ts';
import { DataChoice } from './data-choice.tsx';
import { ShellIcon } from './shell-icon.tsx';
import { useKnownRoute } from './use-known-route.ts';

const themes = ['system', 'light', 'dark'] as const;

function ThemeChoice() {
  const api = useApi();
  const choose = (choice: SessionState['theme']) => {
    sessionStore.setState({ theme: choice });
    // Another browser of the same person follows; this one need not wait for it.
    void call(api, 'option.save', { body: { theme: choice } }).catch(() => undefined);
  };
  const theme = useSession((s) => s.theme);
  return (
    <fieldset className="cad-theme-choice">
      <legend>Colours</legend>
      {themes.map((choice) => (
        <label key={choice}>
          <input type="radio" name="theme" checked={theme === choice} onChange={() => choose(choice)} />
          {choice === 'system' ? 'As the system' : choice === 'light' ? 'Light' : 'Dark'}
        </label>
      ))}
    </fieldset>
  );
}

/** A page of the user's own; one that does not exist, or that the user may not open, is not offered. */
function OwnPage({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const knows = useKnownRoute();
  return knows(to) ? <Link to={to}>{children}</Link> : null;
}

export function UserMenu({
  tools,
  onPassword,
  onShortcuts,
}: {
  /** Buttons that only some users have. */
  readonly tools: ReactNode;
  readonly onPassword: () => void;
  readonly onShortcuts: () => void;
}) {
  const name = useSession((s) => s.user?.full_name ?? '');
  const mayOptions = useSession((s) => hasPermission(s, 'coptU'));
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const outside = (event: Event) => {
      if (!(event.target instanceof Node) || !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', outside);
    };
  }, [open]);
  // The entry goes with the menu: a dialog that it opens gives the focus back to the menu's button.
  const choose = (run: () => void) => {
    setOpen(false);
    button.current?.focus();
    run();
  };
  return (
    <div className="cad-user" ref={box}>
      <button
        ref={button}
        type="button"
        className="cad-header-button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ShellIcon paths={user} />
        {/* Tells the whole name where it is cut; the button's own does where none is seen. */}
        <span className="cad-user-name" title={name}>
          {name}
        </span>
        <ShellIcon paths={caretDown} />
      </button>
      {open ? (
        <div className="cad-user-menu">
          <OwnPage to="/user/profile">My settings</OwnPage>
          <button type="button" className="cad-user-menu-button" onClick={() => choose(onPassword)}>
            Change my password
          </button>
          {mayOptions ? <OwnPage to="/contractor/options">Contractor options</OwnPage> : null}
          <ThemeChoice />
          <DataChoice />
          {tools}
          <button type="button" className="cad-user-menu-button" onClick={() => choose(onShortcuts)}>
            Keyboard shortcuts
          </button>
          <Link to="/app/logout">Sign out</Link>
        </div>
      ) : null}
    </div>
  );
}

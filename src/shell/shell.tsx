import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { HeadSlot } from '#src/render/head-slot.ts';
import { LoadBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import { ScreenHead } from '#src/render/screen-head.tsx';
import { showsBell } from '#src/session/parameters.ts';
import { sessionStore, useSession } from '#src/session/store.ts';
import { DataChoice, DataOffer } from './data-choice.tsx';
import { Drawer } from './drawer.tsx';
import { Footer } from './footer.tsx';
import { Header, helpTab } from './header.tsx';
import { InactivityWatch } from './inactivity-watch.tsx';
import { Bell } from './notifications/bell.tsx';
import { RightDrawer, ShareSearch } from './notifications/notifications.tsx';
import { usePolling } from './notifications/use-polling.ts';
import { usePaletteKey } from './palette/use-palette-key.ts';
import { useRecentPages } from './palette/use-recent-pages.ts';
import { type Shortcut, useShortcuts, useSingleKeys } from './shortcuts.ts';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { UserMenu } from './user-menu.tsx';
import './shell.css';

const Palette = lazyPart(async () => (await import('./palette/palette.tsx')).Palette);
const HelpDrawer = lazyPart(async () => (await import('./help/help-drawer.tsx')).HelpDrawer);
const ChangePassword = lazyPart(async () => (await import('./dialogs/change-password.tsx')).ChangePassword);

const narrow = '(max-width: 900px)';

function useNarrow(): boolean {
  const [small, setSmall] = useState(() => window.matchMedia(narrow).matches);
  useEffect(() => {
    const query = window.matchMedia(narrow);
    const follow = () => setSmall(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return small;
}

/** The frame around every screen of a signed-in user: header, left drawer, content, right drawer, footer. */
export function Shell({
  product,
  title,
  credit,
  tools = null,
  onSessionEnd,
  children,
}: {
  readonly product: string;
  readonly title: string;
  readonly credit: string;
  /** Buttons of the user's menu that only some users have. */
  readonly tools?: ReactNode;
  /** Nobody was there for as long as a session lives. */
  readonly onSessionEnd: () => void;
  readonly children: ReactNode;
}) {
  const pinned = useSession((s) => s.drawerPinned);
  const shown = useSession((s) => s.showDrawer);
  const small = useNarrow();
  const { pathname } = useLocation();
  // On a narrow window the drawer always floats and starts hidden, however wide windows remember it.
  const fixed = pinned && !small;
  const [floating, setFloating] = useState(false);
  const visible = fixed ? shown : floating;
  const toggle = useCallback(() => {
    if (fixed) sessionStore.setState({ showDrawer: !sessionStore.getState().showDrawer });
    else setFloating((before) => !before);
  }, [fixed]);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const closeDrawer = useCallback(() => {
    setFloating(false);
    toggleButton.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes what floats
  useEffect(() => setFloating(false), [pathname]);

  const bell = useSession(showsBell);
  const tellUnread = usePolling(bell);
  const [listed, setListed] = useState(false);
  const bellButton = useRef<HTMLButtonElement>(null);
  const closeList = useCallback(() => {
    setListed(false);
    bellButton.current?.focus();
  }, []);

  const [helped, setHelped] = useState(false);
  const toggleList = useCallback(() => {
    setHelped(false);
    setListed((before) => !before);
  }, []);
  const helpButton = useRef<HTMLButtonElement>(null);
  const closeHelp = useCallback(() => {
    setHelped(false);
    helpButton.current?.focus();
  }, []);
  const toggleHelp = useCallback(() => {
    setListed(false);
    setHelped((before) => !before);
  }, []);

  const [keysOn, setKeysOn] = useSingleKeys();
  const [keysShown, setKeysShown] = useState(false);
  const [passwordShown, setPasswordShown] = useState(false);
  const shortcuts = useMemo<readonly Shortcut[]>(
    () => [
      { key: '?', text: 'This list', run: () => setKeysShown(true) },
      { key: '/', text: 'Quick search', run: () => focusQuickSearch() || toggle() },
      { key: 'm', text: 'Show or hide the menu', run: toggle },
      ...(bell ? [{ key: 'n', text: 'Show or hide the notifications', run: toggleList }] : []),
      { key: 'h', text: 'Help for this page', run: () => openHelpTab() || toggleHelp() },
    ],
    [toggle, toggleList, bell, toggleHelp],
  );
  useShortcuts(shortcuts, keysOn);
  const [finding, setFinding] = useState(false);
  const find = useCallback(() => setFinding(true), []);
  usePaletteKey(find, finding);
  useRecentPages(title);

  return (
    <div className="cad-shell">
      <a className="cad-skip" href="#content">
        Skip to content
      </a>
      <Header
        product={product}
        title={title}
        drawerOpen={visible}
        onToggleDrawer={toggle}
        toggle={toggleButton}
        onFind={find}
        helpOpen={helped}
        helpButton={helpButton}
        onHelp={toggleHelp}
      >
        <DataChoice />
        <InactivityWatch onEnd={onSessionEnd} />
        {bell ? (
          <Bell open={listed} button={bellButton} onToggle={() => (listed ? closeList() : toggleList())} />
        ) : null}
        <UserMenu
          tools={tools}
          onPassword={() => setPasswordShown(true)}
          onShortcuts={() => setKeysShown(true)}
        />
      </Header>
      <div className="cad-shell-body">
        {visible ? <Drawer floating={!fixed} pinnable={!small} onClose={closeDrawer} /> : null}
        {visible && !fixed ? (
          <button
            type="button"
            className="cad-drawer-shade"
            aria-label="Close the menu"
            onClick={closeDrawer}
          />
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a page of text alone is scrolled by keyboard, too */}
        <main id="content" className="cad-content" tabIndex={0}>
          <DataOffer />
          <HeadSlot value={ScreenHead}>{children}</HeadSlot>
        </main>
        {helped ? (
          <LoadBoundary onClose={closeHelp}>
            <Suspense fallback={null}>
              <HelpDrawer onClose={closeHelp} />
            </Suspense>
          </LoadBoundary>
        ) : null}
        {bell && listed ? <RightDrawer onClose={closeList} onUnread={tellUnread} /> : null}
      </div>
      <Footer product={product} credit={credit} />
      <ShareSearch />
      {passwordShown ? (
        <LoadBoundary onClose={() => setPasswordShown(false)}>
          <Suspense fallback={null}>
            <ChangePassword onClose={() => setPasswordShown(false)} />
          </Suspense>
        </LoadBoundary>
      ) : null}
      {finding ? (
        <LoadBoundary onClose={() => setFinding(false)}>
          <Suspense fallback={null}>
            <Palette onClose={() => setFinding(false)} />
          </Suspense>
        </LoadBoundary>
      ) : null}
      {keysShown ? (
        <ShortcutsHelp
          shortcuts={shortcuts}
          on={keysOn}
          onSwitch={setKeysOn}
          onClose={() => setKeysShown(false)}
        />
      ) : null}
    </div>
  );
}

/** False when no box is to be seen: on a narrow window it is in the menu. */
function focusQuickSearch(): boolean {
  const boxes = document.querySelectorAll<HTMLElement>('[data-quick-search], .cad-drawer [role=combobox]');
  const box = [...boxes].find((one) => one.checkVisibility());
  box?.focus();
  return box !== undefined;
}

/** The help site's page, in its tab; false where there is none. */
function openHelpTab(): boolean {
  const { helpLink } = sessionStore.getState();
  if (helpLink !== null) window.open(helpLink, helpTab());
  return helpLink !== null;
}

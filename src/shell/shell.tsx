import { type ReactNode, useEffect, useState } from 'react';
import { sessionStore, useSession } from '#src/session/store.ts';
import { Drawer } from './drawer.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import './shell.css';

const narrow = '(max-width: 900px)';

/** The frame around every screen of a signed-in user: header, left drawer, content, footer. */
export function Shell({
  product,
  title,
  credit,
  tools = null,
  children,
}: {
  readonly product: string;
  readonly title: string;
  readonly credit: string;
  /** Buttons of the user's menu that only some users have. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  const pinned = useSession((s) => s.drawerPinned);
  const shown = useSession((s) => s.showDrawer);
  const [small, setSmall] = useState(() => window.matchMedia(narrow).matches);
  useEffect(() => {
    const query = window.matchMedia(narrow);
    const follow = () => setSmall(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  // On a narrow window the drawer always floats and starts hidden, however wide windows remember it.
  const fixed = pinned && !small;
  const [floating, setFloating] = useState(false);
  const visible = fixed ? shown : floating;
  const toggle = () => (fixed ? sessionStore.setState({ showDrawer: !shown }) : setFloating(!floating));
  return (
    <div className="cad-shell">
      <a className="cad-skip" href="#content">
        Skip to content
      </a>
      <Header product={product} title={title} drawerOpen={visible} onToggleDrawer={toggle} tools={tools} />
      <div className="cad-shell-body">
        {visible ? <Drawer floating={!fixed} onClose={() => setFloating(false)} /> : null}
        {visible && !fixed ? (
          <button
            type="button"
            className="cad-drawer-shade"
            aria-label="Close the menu"
            onClick={() => setFloating(false)}
          />
        ) : null}
        <main id="content" className="cad-content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer credit={credit} />
    </div>
  );
}

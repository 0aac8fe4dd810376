import chart from '@blueprintjs/icons/lib/esm/generated/16px/paths/chart.js';
import page from '@blueprintjs/icons/lib/esm/generated/16px/paths/document.js';
import history from '@blueprintjs/icons/lib/esm/generated/16px/paths/history.js';
import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js';
import star from '@blueprintjs/icons/lib/esm/generated/16px/paths/star.js';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { everything } from '#src/core/page-address.ts';
import type { Ranked } from '#src/core/rank.ts';
import { Dialog } from '#src/render/dialog.tsx';
import { useFavouritePages } from '#src/render/favourite-pages.ts';
import { useManifest } from '#src/render/ports.tsx';
import { recentPages } from '#src/render/recent-pages.ts';
import { useCombobox } from '#src/render/use-combobox.ts';
import { useSession } from '#src/session/store.ts';
import { workingDistrict } from '#src/session/workspace.ts';
import { isId } from '../quick-search/found.ts';
import { useQuickSearch } from '../quick-search/use-quick-search.ts';
import { ShellIcon } from '../shell-icon.tsx';
import { useKnownRoute } from '../use-known-route.ts';
import { groupsOf, type Kind, kinds, type Line, placesOf } from './lines.ts';
import { releaseTyped } from './typed-ahead.ts';
import { useFavourites } from './use-favourites.ts';
import './palette.css';

const icons: { readonly [kind in Kind]: readonly string[] } = {
  report: chart,
  record: search,
  recent: history,
  favourite: star,
  page,
};

/** Addresses of fewer letters are found everywhere. */
const leastLetters = 3;

const pathOf = (to: string) => to.split(/[?#]/)[0];

/** One box over all that a user may open: reports, records, what was opened last, favourite searches, pages. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const manifest = useManifest();
  const menu = useSession((s) => s.userInfo?.menu);
  const district = useSession(workingDistrict);
  const user = useSession((s) => s.user?.id ?? null);
  const knows = useKnownRoute();
  const searches = useFavourites();
  const { ids: kept } = useFavouritePages();
  const records = useQuickSearch(knows);
  const navigate = useNavigate();
  const base = useHref('/');
  const [term, setTerm] = useState('');
  const [wanted, setWanted] = useState<Kind | null>(null);
  const [active, setActive] = useState(0);
  const closed = useRef(false);
  const id = useId();
  const { pathname } = useLocation();

  const places = useMemo(
    () => placesOf(manifest, menu ?? [], { district: district ?? everything }),
    [manifest, menu, district],
  );
  const favourites = useMemo(() => {
    const pages = kept.flatMap((id) => manifest.filter((entry) => entry.id === id));
    return [...placesOf(pages, menu ?? [], { district: district ?? everything }), ...searches].filter(
      ({ to }) => knows(to),
    );
  }, [kept, manifest, menu, district, searches, knows]);
  const recent = useMemo(
    // The page that stands there is no way to go.
    () => (user === null ? [] : recentPages(user).filter(({ to }) => knows(to) && pathOf(to) !== pathname)),
    [user, knows, pathname],
  );
  const groups = groupsOf({ places, recent, favourites, found: records.found }, term, wanted);
  const only = groups.some(({ kind }) => kind === wanted) ? wanted : null;
  const lines = groups.flatMap((group) => group.lines);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const at = Math.min(active, lines.length - 1);

  const leave = () => {
    if (closed.current) return;
    closed.current = true;
    onClose();
  };
  // An address that was looked up has led to its property.
  const from = useRef(pathname);
  useEffect(() => {
    if (pathname !== from.current) leave();
  });
  const choose = (line: Line, apart = false) => {
    if (line.to === null) {
      if (line.found) records.choose(line.found);
      return;
    }
    if (apart) {
      window.open(`${base.replace(/\/$/, '')}${line.to}`, '_blank', 'noopener');
      return;
    }
    leave();
    void navigate(line.to);
  };
  const type = (text: string) => {
    setTerm(text);
    setActive(0);
    records.type(isId(text) || text.trim().length >= leastLetters ? text : '');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the box is there
  useEffect(() => {
    const typed = releaseTyped();
    if (typed !== '') type(typed);
  }, []);
  const narrow = (kind: Kind | null) => {
    setWanted(kind);
    setActive(0);
  };
  const nextKind = (step: 1 | -1) => {
    const there = [null, ...groups.map(({ kind }) => kind)];
    narrow(there[(there.indexOf(only) + step + there.length) % there.length] ?? null);
  };

  const parts = useCombobox({
    open: true,
    count: lines.length,
    active: at,
    round: true,
    onActive: setActive,
    onChoose: (index) => {
      const line = lines[index];
      if (line) choose(line);
    },
    onClose: leave,
  });
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Tab' && groups.length > 0) {
      event.preventDefault();
      nextKind(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Enter' && isId(term) && records.of === null) {
      event.preventDefault();
      records.submit();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const line = lines[at];
      if (line) choose(line, true);
    } else parts.press(event);
  };

  return (
    <Dialog title="Find" closing="own" className="cad-palette" onClose={leave}>
      <div className="cad-palette-box">
        <ShellIcon paths={search} />
        <input
          {...parts.input}
          aria-label="Find a page, report or record"
          aria-describedby={`${id}-keys`}
          aria-busy={records.busy}
          placeholder="ID, address, page or report"
          maxLength={200}
          value={term}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <Kinds groups={groups} total={total} only={only} onOnly={narrow} />
      <div {...parts.list} role="listbox" aria-label="What was found" className="cad-palette-lines">
        {groups
          .filter((group) => group.lines.length > 0)
          .map(({ kind, heading, lines: shown, count }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
            <div role="group" aria-label={heading} key={kind}>
              <div className="cad-palette-heading" aria-hidden="true">
                {heading}
                {count > shown.length ? (
                  <span>
                    {' '}
                    {shown.length} of {count}
                  </span>
                ) : null}
              </div>
              {shown.map((line) => {
                const index = lines.indexOf(line);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and takes the keys
                  <div
                    key={line.key}
                    {...parts.option(index, index === at)}
                    role="option"
                    tabIndex={-1}
                    className="cad-palette-line"
                    onMouseMove={() => setActive(index)}
                    onClick={(event) => choose(line, event.ctrlKey || event.metaKey)}
                    ref={(element) => {
                      if (index === at) element?.scrollIntoView?.({ block: 'nearest' });
                    }}
                  >
                    <ShellIcon paths={line.found?.icon ?? icons[line.kind]} />
                    <span className="cad-palette-title">{marked(line.title, line.marks)}</span>
                    <span className="cad-palette-note">{line.note}</span>
                  </div>
                );
              })}
            </div>
          ))}
      </div>
      {lines.length === 0 ? (
        <p className="cad-palette-empty">
          {isId(term) ? 'Press Enter to find this ID.' : 'Nothing is called that.'}
        </p>
      ) : null}
      <span className="cad-visually-hidden" role="status">
        {lines.length === 1 ? '1 suggestion' : `${lines.length} suggestions`}
      </span>
      <p id={`${id}-keys`} className="cad-palette-keys">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab
        </span>
        <span>
          <kbd>Tab</kbd> next kind
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </p>
    </Dialog>
  );
}

function Kinds({
  groups,
  total,
  only,
  onOnly,
}: {
  readonly groups: ReturnType<typeof groupsOf>;
  readonly total: number;
  readonly only: Kind | null;
  readonly onOnly: (kind: Kind | null) => void;
}): ReactNode {
  const there = kinds.filter(({ kind }) => groups.some((group) => group.kind === kind));
  const choices = [
    { kind: null, heading: 'All', count: total },
    ...there.map((one) => ({
      ...one,
      count: groups.find(({ kind }) => kind === one.kind)?.count ?? 0,
    })),
  ];
  return (
    <div className="cad-palette-kinds">
      {choices.map(({ kind, heading, count }) => (
        <button
          key={heading}
          type="button"
          // The input keeps the focus and names the kinds by Tab.
          tabIndex={-1}
          aria-pressed={only === kind}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOnly(kind)}
        >
          {heading} <b>{count}</b>
        </button>
      ))}
    </div>
  );
}

/** The text with what answers the term marked. */
function marked(text: string, marks: Ranked['marks']): ReactNode {
  let from = 0;
  const parts: ReactNode[] = [];
  for (const [start, end] of marks) {
    if (start < from) continue;
    parts.push(
      <Fragment key={start}>
        {text.slice(from, start)}
        <mark>{text.slice(start, end)}</mark>
      </Fragment>,
    );
    from = end;
  }
  return [...parts, text.slice(from)];
}

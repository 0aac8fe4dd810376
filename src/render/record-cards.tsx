// Hover cards: what a link to a record's page leads to, told without going there. One listener serves every link, in
// cells, facts, forms and texts alike.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { askOnce } from './ask-once.ts';
import { useApi, useManifest } from './ports.tsx';
import { type RecordPlace, recordAt } from './record-page.ts';
import './record-cards.css';

/** Long enough that a pointer on its way elsewhere asks for nothing. */
const openAfter = 450;
/** Long enough to go from the link over to its card. */
const closeAfter = 200;
const cardId = 'cad-record-card';

interface Pointed {
  readonly link: HTMLAnchorElement;
  readonly place: RecordPlace;
}

/** The link that the keyboard stands on: focused itself, or in the active cell of a focused grid. */
function keyedLink(): HTMLAnchorElement | null {
  const { activeElement } = document;
  const cell = document.getElementById(activeElement?.getAttribute('aria-activedescendant') ?? '');
  const link = cell ? cell.querySelector('a') : activeElement;
  if (!(link instanceof HTMLAnchorElement)) return null;
  return cell !== null || link.matches(':focus-visible') ? link : null;
}

/** The route of a link, without the path under which the application is mounted. */
function routeOf(link: HTMLAnchorElement): string {
  const base = new URL(document.baseURI).pathname.replace(/[^/]*$/, '');
  const { pathname } = new URL(link.href, document.baseURI);
  return link.dataset.to ?? (pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname);
}

export function RecordCards() {
  const entries = useManifest();
  const { pathname } = useLocation();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = useRef<Pointed | null>(null);
  shown.current = pointed;

  useEffect(() => {
    const soon = (next: Pointed | null, after: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setPointed(next), after);
    };
    const close = () => soon(null, 0);
    const consider = (link: HTMLAnchorElement | null) => {
      if (link !== null && link === shown.current?.link) {
        clearTimeout(timer.current);
        return;
      }
      const inside = link?.closest('main') && link.dataset.noCard === undefined;
      const place = link && inside ? recordAt(entries, routeOf(link)) : null;
      if (link && place) soon({ link, place }, openAfter);
      else soon(null, shown.current ? closeAfter : 0);
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return;
      if (event.target.closest(`#${cardId}`)) clearTimeout(timer.current);
      else consider(event.target.closest('a'));
    };
    const keyed = () => consider(keyedLink());
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || shown.current === null) return;
      // A dialog around the link stays.
      event.stopPropagation();
      close();
    };
    const left = () => soon(null, closeAfter);
    const whole = { capture: true } as const;
    document.addEventListener('pointerover', over);
    document.addEventListener('pointerdown', close);
    document.documentElement.addEventListener('pointerleave', left);
    document.addEventListener('focusin', keyed);
    document.addEventListener('keyup', keyed);
    document.addEventListener('keydown', key, whole);
    document.addEventListener('scroll', close, whole);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointerdown', close);
      document.documentElement.removeEventListener('pointerleave', left);
      document.removeEventListener('focusin', keyed);
      document.removeEventListener('keyup', keyed);
      document.removeEventListener('keydown', key, whole);
      document.removeEventListener('scroll', close, whole);
    };
  }, [entries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was pointed at stands on another page
  useEffect(() => {
    clearTimeout(timer.current);
    setPointed(null);
  }, [pathname]);

  return pointed ? <Card key={`${pointed.place.list} ${pointed.place.id}`} {...pointed} /> : null;
}

const gap = 4;
const edge = 8;

function Card({ link, place: { list, id } }: Pointed) {
  const api = useApi();
  const card = useRef<HTMLDivElement>(null);
  const { data } = useSWR(
    ['record-preview', list, id],
    () => call(api, 'record.preview', { params: { list, id } }),
    // A card that does not come is no loss: the page behind the link says why.
    { ...askOnce, dedupingInterval: 30_000 },
  );
  useLayoutEffect(() => {
    const box = card.current;
    if (!data || !box) return;
    box.showPopover?.();
    const at = link.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = at.bottom + gap;
    const top = below + height + edge > window.innerHeight ? at.top - height - gap : below;
    box.style.top = `${Math.max(edge, top)}px`;
    box.style.left = `${Math.max(edge, Math.min(at.left, window.innerWidth - width - edge))}px`;
    link.setAttribute('aria-describedby', cardId);
    return () => link.removeAttribute('aria-describedby');
  }, [data, link]);
  if (!data || data.lines.length === 0) return null;
  return (
    <div
      ref={card}
      id={cardId}
      role="tooltip"
      popover={typeof HTMLElement.prototype.showPopover === 'function' ? 'manual' : undefined}
      className="cad-record-card"
    >
      <strong>{data.label}</strong>
      <dl>
        {data.lines.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

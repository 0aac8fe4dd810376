import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadPart } from '#src/render/load-part.ts';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import { useThemeName } from '#src/render/use-theme-name.ts';
import { readTheme } from './chart-theme.ts';
import type { Drawing, Hover } from './draw.ts';
import { onPaper } from './paper-colours.ts';
import type { Series } from './policy.ts';
import { heightFor, usualHeight } from './specification.ts';

/** The drawn chart: as wide as its place, redrawn when the theme changes. Vega loads when the first chart is there. */
export function ChartPicture({
  vega,
  facetColumns,
  series,
  names,
  rows,
  label,
  onPick,
  onDrawn,
}: {
  readonly vega: string;
  readonly facetColumns: number;
  readonly series: readonly Series[];
  readonly names: number;
  readonly rows: object[];
  readonly label: string;
  readonly onPick: ((datum: unknown) => void) | null;
  /** Gets the drawing once it is there, and null when it is no more. */
  readonly onDrawn: (drawing: Drawing | null) => void;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  // The picture that stands; it stays until the next one is drawn, so that a change of filter leaves no gap.
  const standing = useRef<Drawing | null>(null);
  const theme = useThemeName();
  const [hover, setHover] = useState<Hover | null>(null);
  const [state, setState] = useState<'loading' | 'drawn' | Error>('loading');
  const [attempt, setAttempt] = useState(0);
  // A new handler is no reason to draw again.
  const pick = useRef(onPick);
  pick.current = onPick;
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's name and the attempt are reasons to draw again
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let left = false;
    const widthNow = () => element.clientWidth;
    const observer = new ResizeObserver(() => standing.current?.resize(widthNow()));
    const start = async () => {
      const { draw } = await loadPart(() => import('./draw.ts'));
      if (left) return;
      const sheet = document.createElement('div');
      const made = await draw(sheet, {
        vega,
        rows: rows.map((row) => ({ ...row })),
        theme: readTheme(element),
        width: widthNow(),
        facetColumns,
        series,
        names,
        onHover: setHover,
        onPick: (datum) => pick.current?.(datum),
      });
      if (left) return made.close();
      standing.current?.close();
      standing.current = made;
      element.replaceChildren(sheet);
      element.inert = false;
      observer.observe(element);
      setState('drawn');
      drawn.current(made);
    };
    start().catch((thrown: unknown) => {
      if (!left) setState(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
    return () => {
      left = true;
      observer.disconnect();
      // What is still seen is no more of these rows.
      element.inert = true;
      if (standing.current) drawn.current(null);
      setHover(null);
    };
  }, [vega, rows, facetColumns, series, names, theme, attempt]);
  useEffect(() => (place.current ? onPaper(place.current) : undefined), []);
  useEffect(
    () => () => {
      standing.current?.close();
      standing.current = null;
    },
    [],
  );

  if (state instanceof Error) {
    return (
      <ErrorCard
        title="This chart could not be drawn"
        message={state.message}
        onRetry={() => {
          setState('loading');
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return (
    <div className="cad-chart-frame">
      {state === 'loading' ? <Skeleton lines={8} /> : null}
      <div
        role="img"
        aria-label={label}
        data-state={state}
        data-picks={onPick !== null}
        className="cad-chart-place"
        style={names > 0 ? { minHeight: heightFor(names, usualHeight) } : undefined}
      >
        <div ref={place} aria-hidden="true" />
      </div>
      {hover ? <ChartTooltip hover={hover} /> : null}
    </div>
  );
}

/** Text alone, at the pointer; kept inside the window. */
function ChartTooltip({ hover }: { readonly hover: Hover }): ReactNode {
  const right = hover.x > window.innerWidth * 0.66;
  const low = hover.y > window.innerHeight * 0.66;
  return (
    <div
      className="cad-chart-tooltip"
      aria-hidden="true"
      style={{
        left: hover.x,
        top: hover.y,
        transform: `translate(${right ? 'calc(-100% - 10px)' : '12px'}, ${low ? 'calc(-100% - 10px)' : '12px'})`,
      }}
    >
      {hover.lines.map(([title, value]) => (
        <div key={title}>
          <span>{title}</span>
          <b>{value}</b>
        </div>
      ))}
    </div>
  );
}

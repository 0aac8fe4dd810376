// Parts of a table that are loaded when they are wanted, and not with every page that has a table.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { LoadBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';

type Load<P extends object> = () => Promise<ComponentType<P>>;

const loads: Load<never>[] = [];

/** All of them at once: what tests look at is then drawn with the table, as for whoever has used each before. */
export async function loadLateParts(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}

/** Keeps what was loaded. */
function kept<P extends object>(load: Load<P>) {
  let part: ComponentType<P> | null = null;
  const keep: Load<P> = async () => {
    part = await load();
    return part;
  };
  loads.push(keep as Load<never>);
  return { keep, here: () => part };
}

interface Told<P> {
  /** Stands there until it comes. */
  readonly meanwhile?: (props: P) => ReactNode;
  /** Stands in the page, not over it. */
  readonly inline?: boolean;
}

/** A part that somebody asked for: that it does not come is said, and takes nothing else away. */
export function late<P extends object>(
  load: Load<P>,
  { meanwhile, inline = false }: Told<P> = {},
): ComponentType<P> {
  const { keep, here } = kept(load);
  const Coming = lazyPart(keep) as ComponentType<P>;
  return function Late(props: P) {
    const [Here] = useState(here);
    const [closed, setClosed] = useState(false);
    if (Here) return <Here {...props} />;
    if (closed) return null;
    const onClose = () => {
      setClosed(true);
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
    };
    return (
      <LoadBoundary {...(inline ? {} : { onClose })}>
        <Suspense fallback={meanwhile?.(props) ?? null}>
          <Coming {...props} />
        </Suspense>
      </LoadBoundary>
    );
  };
}

/** A part that comes by itself: without it there is one thing less. It is asked for again once the network is back. */
export function quiet<P extends object>(load: Load<P>): ComponentType<P> {
  const { keep, here } = kept(load);
  return function Quiet(props: P) {
    const [part, setPart] = useState({ Here: here() });
    const { Here } = part;
    useEffect(() => {
      if (Here) return;
      let left = false;
      const ask = () => {
        keep().then(
          (came) => left || setPart({ Here: came }),
          () => undefined,
        );
      };
      ask();
      window.addEventListener('online', ask);
      return () => {
        left = true;
        window.removeEventListener('online', ask);
      };
    }, [Here]);
    return Here ? <Here {...props} /> : null;
  };
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { asFailure } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';

type Loaded =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string };

const waiting: Loaded = { kind: 'waiting' };

/** Pictures this near the window load already. */
const near = '300px';

/** A picture that needs the session: fetched with its header when it comes into view, never by an address of its own. */
export function Picture({
  operation,
  params,
  alt,
  turn,
}: {
  readonly operation: string;
  readonly params: { readonly [name: string]: string };
  readonly alt: string;
  readonly turn: number;
}): ReactNode {
  const api = useApi();
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [loaded, setLoaded] = useState<Loaded>(waiting);
  const [tries, setTries] = useState(0);
  const asked = JSON.stringify(params);

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: near },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (!seen) return;
    let url: string | null = null;
    let left = false;
    setLoaded(waiting);
    api.file(operation, { params: JSON.parse(asked) as object }).then(
      ({ blob }) => {
        if (left) return;
        url = URL.createObjectURL(blob);
        setLoaded({ kind: 'ready', url });
      },
      (thrown: unknown) => {
        if (!left) setLoaded({ kind: 'failed', message: asFailure(thrown).message });
      },
    );
    return () => {
      left = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [api, operation, asked, seen, tries]);

  return (
    <div ref={box} className="cad-gallery-picture" aria-busy={loaded.kind === 'waiting'}>
      {loaded.kind === 'ready' ? (
        <img
          src={loaded.url}
          alt={alt}
          data-turn={turn}
          decoding="async"
          draggable={false}
          onError={() => setLoaded({ kind: 'failed', message: 'This file cannot be drawn as a picture.' })}
        />
      ) : null}
      {loaded.kind === 'failed' ? (
        <div role="alert">
          <p>{loaded.message}</p>
          <button type="button" className="cad-button" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
        </div>
      ) : null}
    </div>
  );
}

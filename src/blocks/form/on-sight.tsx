import { type ReactNode, useEffect, useRef, useState } from 'react';

const margin = '600px 0px';

/** Mounts its content when it comes near the window, or when asked to; keeps about its height until then. */
export function OnSight({
  children,
  wanted,
  height,
}: {
  readonly children: ReactNode;
  readonly wanted: boolean;
  readonly height: number;
}) {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  if (near || wanted) return <>{children}</>;
  return <div ref={place} style={{ minHeight: height }} />;
}

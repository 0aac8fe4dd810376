import { type ReactNode, useEffect, useRef, useState } from 'react';

const margin = '600px 0px';

/**
 * Mounts its content when it comes near the window, when asked to, or when the form gets the focus: Tab goes to what is
 * there, and would leave out what is not yet. Keeps about its height until then.
 */
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
      // The page scrolls inside the window, whose own margin ends at what scrolls.
      { rootMargin: margin, scrollMargin: margin },
    );
    observer.observe(place.current);
    const form = place.current.closest('form');
    const enter = () => setNear(true);
    form?.addEventListener('focusin', enter);
    return () => {
      observer.disconnect();
      form?.removeEventListener('focusin', enter);
    };
  }, [near]);
  if (near || wanted) return <>{children}</>;
  return <div ref={place} style={{ minHeight: height }} />;
}

import { Suspense } from 'react';
import { lazyPart } from './load-part.ts';

// A sign-in page draws no icon, so their paths come with the first page that does.
const IconPaths = lazyPart(async () => (await import('./icon-paths.tsx')).IconPaths);

/** A 16 px icon by name; it takes its place before its paths are there. */
export function Icon({ name }: { readonly name: string }) {
  return (
    <svg className="cad-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <Suspense fallback={null}>
        <IconPaths name={name} />
      </Suspense>
    </svg>
  );
}

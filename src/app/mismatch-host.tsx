import { Suspense } from 'react';
import { useStore } from 'zustand';
import { LoadBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import { closeMismatch, eventStore } from './events.ts';

declare const __VERSION__: string;

const Mismatch = lazyPart(async () => (await import('#src/shell/dialogs/mismatch.tsx')).Mismatch);

/** The dialog about another version of the server or of the client. */
export function MismatchHost() {
  const shown = useStore(eventStore, (state) => state.mismatch);
  return shown === null ? null : (
    <LoadBoundary onClose={closeMismatch}>
      <Suspense fallback={null}>
        <Mismatch kind={shown.kind} own={__VERSION__} other={shown.version} onClose={closeMismatch} />
      </Suspense>
    </LoadBoundary>
  );
}

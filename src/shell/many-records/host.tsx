import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { manyStore } from './ask.ts';

// Loaded when somebody first changes many records.
const ManyRecordsDialog = lazy(async () => ({
  default: (await import('./dialog.tsx')).ManyRecordsDialog,
}));

export function ManyRecordsHost() {
  const asked = useStore(manyStore, (state) => state.asked);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <ManyRecordsDialog request={asked.request} onClose={asked.answer} />
    </Suspense>
  );
}

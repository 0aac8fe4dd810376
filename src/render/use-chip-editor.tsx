import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import type { LinkedScreen } from '#src/core/linked.ts';
import { lazyPart } from './load-part.ts';
import type { LiveSources } from './with-sources.tsx';

const ParamEditor = lazyPart(async () => (await import('./param-editor.tsx')).ParamEditor);

/** The chip of the parameter whose change has led to another path. */
let keptChip: string | null = null;

function focusChip(page: HTMLElement | null, id: string): void {
  page?.querySelector<HTMLElement>(`[data-chip="${id}"]`)?.focus();
}

/** The chip that is being edited, and with what. */
export function useChipEditor(
  page: RefObject<HTMLElement | null>,
  screen: LinkedScreen,
  sources: LiveSources,
  values: { readonly [id: string]: unknown },
  change: (values: { readonly [id: string]: unknown }) => void,
): { readonly editing: string | null; readonly editor: ReactNode; readonly onChip: (id: string) => void } {
  const [editing, setEditing] = useState<string | null>(null);
  const path = JSON.stringify(screen.params.filter((one) => one.in === 'route').map(({ id }) => values[id]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is the reason
  useEffect(() => {
    // A change of the path may draw another page: who changed it by keys goes on there.
    if (keptChip !== null) focusChip(page.current, keptChip);
    keptChip = null;
  }, [page, path]);
  const param = screen.params.find(({ id }) => id === editing);
  return {
    editing,
    onChip: (id) => setEditing((now) => (now === id ? null : id)),
    editor: param ? (
      <Suspense fallback={null}>
        <ParamEditor
          key={param.id}
          param={param}
          screen={screen}
          sources={sources}
          value={values[param.id]}
          onApply={(value) => {
            if (param.in === 'route') keptChip = param.id;
            change({ [param.id]: value });
          }}
          onClose={(kept) => {
            setEditing((now) => (now === param.id ? null : now));
            if (kept) focusChip(page.current, param.id);
          }}
        />
      </Suspense>
    ) : null,
  };
}

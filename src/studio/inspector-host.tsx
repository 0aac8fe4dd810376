import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { type InspectorPort, InspectorProvider } from '#src/render/inspector.ts';
import { isKey, type KeyHelp, useKeys } from '#src/render/keys.ts';
import { LoadBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import type { LoggedCall } from './call-log.ts';
import { toggleInspecting, useInspecting } from './inspecting.ts';

const inspectKey: KeyHelp = { keys: ['Ctrl+Alt+D'], text: 'Look at how the page is made' };

const InspectorPanel = lazyPart(async () => (await import('./inspector-panel.tsx')).InspectorPanel);

export interface InspectorHostProps {
  readonly calls: () => readonly LoggedCall[];
  /** Where a definition's file is edited. */
  readonly editorOf: (path: string) => string;
  readonly children: ReactNode;
}

/** Lets the blocks of the pages inside be looked at: with Ctrl+Alt+D or the button of the user's menu. */
export function InspectorHost({ calls, editorOf, children }: InspectorHostProps) {
  const on = useInspecting();
  const blocks = useMemo(() => new Map<HTMLElement, () => BlockProps>(), []);
  const port = useMemo<InspectorPort>(
    () => ({
      watch: (element, props) => {
        blocks.set(element, props);
        return () => void blocks.delete(element);
      },
    }),
    [blocks],
  );
  useKeys('Studio', [inspectKey]);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      const { ctrlKey, altKey, shiftKey, metaKey } = event;
      // With Alt some keyboards write another sign: the key counts, not what it writes.
      const key = event.code === 'KeyD' ? 'd' : event.key;
      if (!isKey({ key, ctrlKey, altKey, shiftKey, metaKey }, inspectKey)) return;
      event.preventDefault();
      toggleInspecting();
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return (
    <InspectorProvider value={on ? port : null}>
      {children}
      {on ? (
        <LoadBoundary>
          <Suspense fallback={null}>
            <InspectorPanel blocks={blocks} calls={calls} editorOf={editorOf} />
          </Suspense>
        </LoadBoundary>
      ) : null}
    </InspectorProvider>
  );
}

/** For the user's menu. */
export function InspectButton() {
  const on = useInspecting();
  return (
    <button
      type="button"
      className="cad-user-menu-button"
      aria-pressed={on}
      title="Ctrl+Alt+D"
      onClick={toggleInspecting}
    >
      Inspect the page
    </button>
  );
}

import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { isKey, type KeyHelp, useKeys } from '#src/render/keys.ts';

export interface TabEntry {
  readonly id: string;
  readonly title: string;
}

/** Where a key of the WAI-ARIA tabs pattern leads from tab `at` of `count`; null for other keys. */
export function tabByKey(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

const tabKeys: KeyHelp = {
  keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'],
  text: 'At a tab, go to another one',
};

/** The row of tabs; panels bear the id of their tab and `-panel`. */
export function TabList({
  base,
  label,
  tabs,
  open,
  onChoose,
}: {
  readonly base: string;
  readonly label: string;
  readonly tabs: readonly TabEntry[];
  readonly open: string | null;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  useKeys('Tabs', [tabKeys]);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (!isKey(event, tabKeys)) return;
    const next = tabByKey(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.id);
    buttons.current.get(tab.id)?.focus();
  };
  const reached = tabs.some(({ id }) => id === open) ? open : tabs[0]?.id;
  return (
    <div role="tablist" aria-label={label || 'Parts of this page'} className="cad-tab-list">
      {tabs.map((tab, i) => (
        <button
          key={tab.id}
          ref={(element) => {
            if (element) buttons.current.set(tab.id, element);
            else buttons.current.delete(tab.id);
          }}
          type="button"
          role="tab"
          id={`${base}-${tab.id}`}
          aria-selected={tab.id === open}
          aria-controls={`${base}-${tab.id}-panel`}
          tabIndex={tab.id === reached ? 0 : -1}
          onClick={() => onChoose(tab.id)}
          onKeyDown={(event) => onKeyDown(event, i)}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
}

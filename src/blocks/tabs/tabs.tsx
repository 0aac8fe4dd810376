import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { isTabs, type LinkedTab } from './link.ts';
import './tabs.css';

const urlKey = 'tab';

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

export function Tabs(props: BlockProps): ReactNode {
  const { block, url, evaluate } = props;
  const base = useId();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const tabs = isTabs(block)
    ? block.tabs.filter((tab) => !tab.visibleWhen || evaluate(tab.visibleWhen) === true)
    : [];
  const open = tabs.find((tab) => tab.id === url.get(urlKey)) ?? tabs[0];
  // A panel once opened stays, so that what was typed in it is not lost.
  const [seen, setSeen] = useState<readonly string[]>([]);
  if (!open) return null;
  if (!seen.includes(open.id)) setSeen([...seen, open.id]);

  const choose = (tab: LinkedTab) => url.set(urlKey, tab.id === tabs[0]?.id ? undefined : tab.id);
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const next = tabByKey(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    choose(tab);
    buttons.current.get(tab.id)?.focus();
  };
  const title = props.text(block.title);
  return (
    <div className="cad-tabs">
      <div role="tablist" aria-label={title || 'Parts of this page'} className="cad-tab-list">
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
            aria-selected={tab === open}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => choose(tab)}
            onKeyDown={(event) => onKeyDown(event, i)}
          >
            {props.text(tab.title)}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          className="cad-tab-panel"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the tabs pattern asks for it
          tabIndex={0}
          hidden={tab !== open}
        >
          {tab === open || seen.includes(tab.id) ? tab.blocks.map(props.renderBlock) : null}
        </div>
      ))}
    </div>
  );
}

import { type ReactNode, useId, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { ChoiceTabs } from './choice-tabs.tsx';
import { isTabs, type LinkedTabs } from './link.ts';
import { TabList } from './tab-list.tsx';
import './tabs.css';

const urlKey = 'tab';

export function Tabs(props: BlockProps): ReactNode {
  const { block } = props;
  if (!isTabs(block)) return null;
  if (block.param === null || block.param === undefined) return <ListedTabs {...props} tabs={block} />;
  const param = props.screen.params.find(({ id }) => id === block.param);
  return param ? <ChoiceTabs {...props} tabs={block} param={param} /> : null;
}

function ListedTabs({ tabs: block, ...props }: BlockProps & { readonly tabs: LinkedTabs }): ReactNode {
  const { url, evaluate } = props;
  const base = useId();
  const tabs = block.tabs.filter((tab) => !tab.visibleWhen || evaluate(tab.visibleWhen) === true);
  const open = tabs.find((tab) => tab.id === url.get(urlKey)) ?? tabs[0];
  // A panel once opened stays, so that what was typed in it is not lost.
  const [seen, setSeen] = useState<readonly string[]>([]);
  if (!open) return null;
  if (!seen.includes(open.id)) setSeen([...seen, open.id]);
  return (
    <div className="cad-tabs">
      <TabList
        base={base}
        label={props.text(block.title)}
        tabs={tabs.map(({ id, title }) => ({ id, title: props.text(title) }))}
        open={open.id}
        onChoose={(id) => url.set(urlKey, id === tabs[0]?.id ? undefined : id)}
      />
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

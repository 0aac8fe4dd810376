// Tabs from data: one for each choice of a parameter. What they hold is one set of blocks, which reads the parameter.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { LinkedParam } from '#src/core/linked.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { choicesOf } from '#src/render/param-choices.ts';
import { BlockStates, EmptyState } from '#src/render/states.tsx';
import type { LinkedTabs } from './link.ts';
import { TabList } from './tab-list.tsx';

export function ChoiceTabs({
  tabs,
  param,
  ...props
}: BlockProps & { readonly tabs: LinkedTabs; readonly param: LinkedParam }): ReactNode {
  const { screen, sources, scope, act } = props;
  const base = useId();
  const rows = choicesOf(param, screen, sources);
  const value = scope.params[param.id];
  const open = value === null || value === undefined || value === '' ? null : String(value);
  const first = rows?.find(({ active }) => active !== false)?.code;
  const latest = useRef(act);
  latest.current = act;
  // Nothing was chosen: the first one is, and stands in the address like any other.
  useEffect(() => {
    if (open === null && first !== undefined)
      void latest.current([{ type: 'set', params: { [param.id]: first } }]);
  }, [open, first, param.id]);
  const shown = (rows ?? []).filter(({ code, active }) => active !== false || code === open);
  const at = shown.findIndex(({ code }) => code === open);
  const choose = (id: string) => {
    const chosen = shown[Number(id)];
    if (chosen) void act([{ type: 'set', params: { [param.id]: chosen.code } }]);
  };
  const source = param.choices ? (sources[param.choices.source] ?? null) : null;
  return (
    <BlockStates source={source} lines={3}>
      {shown.length === 0 ? <EmptyState>{tabs.empty}</EmptyState> : null}
      <div className="cad-tabs">
        <TabList
          base={base}
          label={props.text(tabs.title) || param.title}
          tabs={shown.map(({ label }, i) => ({ id: String(i), title: label }))}
          open={at === -1 ? null : String(at)}
          onChoose={choose}
        />
        {at === -1 ? null : (
          <div
            // Another choice is another panel: what was typed for one is never kept for the next.
            key={open}
            role="tabpanel"
            id={`${base}-${at}-panel`}
            aria-labelledby={`${base}-${at}`}
            className="cad-tab-panel"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the tabs pattern asks for it
            tabIndex={0}
          >
            {tabs.blocks.map(props.renderBlock)}
          </div>
        )}
      </div>
    </BlockStates>
  );
}

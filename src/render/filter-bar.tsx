import { useCallback, useEffect, useRef, useState } from 'react';
import type { LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import type { SourceView } from './block-props.ts';
import { filtersOf } from './filters.ts';
import { ParamInput } from './param-input.tsx';

/** Long enough that a number is typed to its end before the page asks for its rows. */
const settleAfter = 500;

function Filter({
  param,
  screen,
  sources,
  value,
  onChange,
}: {
  readonly param: LinkedParam;
  readonly screen: LinkedScreen;
  readonly sources: { readonly [id: string]: SourceView };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const [draft, setDraft] = useState<{ readonly value: unknown } | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const settle = useCallback(() => {
    setDraft((current) => {
      // After this update, because it changes the address and with it the whole page.
      if (current) queueMicrotask(() => latest.current(current.value));
      return null;
    });
  }, []);
  useEffect(() => {
    if (!draft) return;
    const timer = setTimeout(settle, settleAfter);
    return () => clearTimeout(timer);
  }, [draft, settle]);
  return (
    <ParamInput
      param={param}
      screen={screen}
      sources={sources}
      value={draft ? draft.value : value}
      problem={problem}
      onChange={(next, fault) => {
        setProblem(fault);
        if (fault === undefined) setDraft({ value: next });
      }}
      onBlur={settle}
    />
  );
}

/** The inputs of a screen's parameters; what is chosen goes to the URL. */
export function FilterBar({
  screen,
  sources,
  values,
  onChange,
}: {
  readonly screen: LinkedScreen;
  readonly sources: { readonly [id: string]: SourceView };
  readonly values: { readonly [id: string]: unknown };
  readonly onChange: (id: string, value: unknown) => void;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // A part loads when it is first used, so its input may come a moment later.
    const take = () => box.current?.querySelector<HTMLElement>('input, select, button');
    const timer = setTimeout(() => take()?.focus(), take() ? 0 : 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <search ref={box} className="cad-filters" aria-label="Filters">
      {filtersOf(screen).map((param) => (
        <Filter
          key={param.id}
          param={param}
          screen={screen}
          sources={sources}
          value={values[param.id]}
          onChange={(value) => onChange(param.id, value)}
        />
      ))}
    </search>
  );
}

import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { CodeRow, LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import type { SourceView } from './block-props.ts';
import { filtersOf } from './filters.ts';
import { choicesOf } from './param-choices.ts';
import { WidgetPart } from './parts.tsx';

/** Long enough that a number is typed to its end before the page asks for its rows. */
const settleAfter = 500;

function Filter({
  param,
  value,
  codes,
  failed,
  onChange,
}: {
  readonly param: LinkedParam;
  readonly value: unknown;
  readonly codes: readonly CodeRow[] | null;
  /** True when the choices did not come. */
  readonly failed: boolean;
  readonly onChange: (value: unknown) => void;
}) {
  const id = useId();
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
  const described = [param.help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(
    (part) => part !== '',
  );
  return (
    <div className="cad-filter" data-param={param.id}>
      <label htmlFor={id} id={`${id}-label`}>
        {param.title}
      </label>
      <WidgetPart
        type={param.widget.type}
        id={id}
        name={param.id}
        label={param.title}
        value={draft ? draft.value : value}
        onChange={(next, fault) => {
          setProblem(fault);
          if (fault === undefined) setDraft({ value: next });
        }}
        disabled={false}
        readOnly={false}
        required={param.required}
        invalid={problem !== undefined}
        describedBy={described.length > 0 ? described.join(' ') : undefined}
        options={param.widget.options}
        codes={codes}
        many={param.many}
        onBlur={settle}
      />
      {param.help ? <span id={`${id}-help`}>{param.help}</span> : null}
      {failed ? <span>The choices could not be loaded.</span> : null}
      {problem ? (
        <span id={`${id}-problem`} className="cad-filter-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  );
}

/** The inputs of a screen's parameters; what is chosen goes to the URL. */
export function FilterBar({
  screen,
  sources,
  values,
  focus,
  onChange,
}: {
  readonly screen: LinkedScreen;
  readonly sources: { readonly [id: string]: SourceView };
  /** The parameter whose input takes the focus when the bar opens. */
  readonly focus: string | null;
  readonly values: { readonly [id: string]: unknown };
  readonly onChange: (id: string, value: unknown) => void;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The name of a parameter has letters and digits alone, so nothing in it needs to be escaped.
    const id = focus === null ? '' : `[data-param="${focus}"] `;
    // A part loads when it is first used, so its input may come a moment later.
    const take = () => box.current?.querySelector<HTMLElement>(`${id}input, ${id}select, ${id}button`);
    const timer = setTimeout(() => take()?.focus(), take() ? 0 : 150);
    return () => clearTimeout(timer);
  }, [focus]);
  return (
    <search ref={box} className="cad-filters" aria-label="Filters">
      {filtersOf(screen).map((param) => (
        <Filter
          key={param.id}
          param={param}
          value={values[param.id]}
          codes={choicesOf(param, screen, sources)}
          failed={param.choices !== undefined && sources[param.choices.source]?.status === 'failed'}
          onChange={(value) => onChange(param.id, value)}
        />
      ))}
    </search>
  );
}

import { useEffect, useId, useRef } from 'react';
import type { CodeRow, LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import { WidgetPart } from './parts.tsx';

function Filter({
  param,
  value,
  codes,
  onChange,
}: {
  readonly param: LinkedParam;
  readonly value: unknown;
  readonly codes: readonly CodeRow[] | null;
  readonly onChange: (value: unknown) => void;
}) {
  const id = useId();
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
        value={value}
        onChange={(next, problem) => {
          if (problem === undefined) onChange(next);
        }}
        disabled={false}
        readOnly={false}
        required={param.required}
        invalid={false}
        describedBy={param.help ? `${id}-help` : undefined}
        options={param.widget.options}
        codes={codes}
        many={param.many}
      />
      {param.help ? <span id={`${id}-help`}>{param.help}</span> : null}
    </div>
  );
}

function filtersOf(screen: LinkedScreen): readonly LinkedParam[] {
  return screen.params.filter((param) => param.in === 'query' && param.widget.type !== 'none');
}

export function hasFilters(screen: LinkedScreen): boolean {
  return filtersOf(screen).length > 0;
}

/** The inputs of a screen's parameters; what is chosen goes to the URL. */
export function FilterBar({
  screen,
  values,
  focus,
  onChange,
}: {
  readonly screen: LinkedScreen;
  /** The parameter whose input takes the focus when the bar opens. */
  readonly focus: string | null;
  readonly values: { readonly [id: string]: unknown };
  readonly onChange: (id: string, value: unknown) => void;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const id = focus === null ? '' : `[data-param="${CSS.escape(focus)}"] `;
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
          codes={param.codes ? (screen.codes[param.codes] ?? null) : null}
          onChange={(value) => onChange(param.id, value)}
        />
      ))}
    </search>
  );
}

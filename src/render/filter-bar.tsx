import { useId } from 'react';
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
    <div className="cad-filter">
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

/** The inputs of a screen's parameters; what is chosen goes to the URL. */
export function FilterBar({
  screen,
  values,
  onChange,
}: {
  readonly screen: LinkedScreen;
  readonly values: { readonly [id: string]: unknown };
  readonly onChange: (id: string, value: unknown) => void;
}) {
  const shown = screen.params.filter((param) => param.in === 'query' && param.widget.type !== 'none');
  if (shown.length === 0) return null;
  return (
    <search className="cad-filters" aria-label="Filters">
      {shown.map((param) => (
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

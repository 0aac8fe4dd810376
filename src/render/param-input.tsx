import { type ReactNode, useId } from 'react';
import type { CodeRow, LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import { everything } from '#src/core/page-address.ts';
import type { SourceView } from './block-props.ts';
import { allMine, choicesOf } from './param-choices.ts';
import { WidgetPart } from './parts.tsx';

const everywhere: readonly CodeRow[] = [{ code: everything, label: allMine }];

/** The input of a parameter, the same wherever it is changed. */
export function ParamInput({
  param,
  screen,
  sources,
  value,
  problem,
  autoFocus = false,
  onChange,
  onBlur,
}: {
  readonly param: LinkedParam;
  readonly screen: LinkedScreen;
  readonly sources: { readonly [id: string]: SourceView };
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly autoFocus?: boolean;
  /** What was typed that is no value comes with what is wrong with it. */
  readonly onChange: (value: unknown, problem: string | undefined) => void;
  readonly onBlur?: () => void;
}): ReactNode {
  const id = useId();
  const failed = param.choices !== undefined && sources[param.choices.source]?.status === 'failed';
  const described = [param.help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(
    (part) => part !== '',
  );
  const codes = choicesOf(param, screen, sources);
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
        onChange={onChange}
        disabled={false}
        readOnly={false}
        required={param.required}
        invalid={problem !== undefined}
        describedBy={described.length > 0 ? described.join(' ') : undefined}
        options={param.widget.options}
        codes={param.in === 'route' && param.entity === 'district' ? everywhere : codes}
        many={param.many}
        autoFocus={autoFocus}
        {...(onBlur ? { onBlur } : {})}
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

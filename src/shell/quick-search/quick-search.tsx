import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js';
import { type KeyboardEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import { useCombobox } from '#src/render/use-combobox.ts';
import { ShellIcon } from '../shell-icon.tsx';
import { useKnownRoute } from '../use-known-route.ts';
import type { Found } from './found.ts';
import { useQuickSearch } from './use-quick-search.ts';
import './quick-search.css';

/** A box that leads to a record by its id, or to a property by its address. */
export function QuickSearch({
  label,
  showLabel,
  shortcut = false,
}: {
  readonly label: string;
  readonly showLabel: boolean;
  /** Whether the shortcut for the quick search goes to this box. */
  readonly shortcut?: boolean;
}) {
  const { term, found, active, of, busy, ...does } = useQuickSearch(useKnownRoute());
  const id = useId();
  const open = of !== null;
  const parts = useCombobox({
    open,
    count: found.length,
    active,
    round: true,
    onActive: does.setActive,
    onChoose: (index) => {
      const line = found[index];
      if (line) does.choose(line);
    },
    onClose: does.close,
  });
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (parts.press(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      does.submit();
    } else if (event.key === 'Escape' && term !== '') {
      event.preventDefault();
      event.stopPropagation();
      does.type('');
    }
  };
  return (
    <search className="cad-lookup">
      <label className={showLabel ? 'cad-lookup-label' : 'cad-visually-hidden'} htmlFor={`${id}-input`}>
        {label}
      </label>
      <div className="cad-lookup-box">
        <ShellIcon paths={search} />
        <input
          id={`${id}-input`}
          className="cad-lookup-input"
          {...parts.input}
          maxLength={200}
          placeholder="ID or address"
          aria-busy={busy}
          data-quick-search={shortcut ? '' : undefined}
          value={term}
          onChange={(event) => does.type(event.target.value)}
          onKeyDown={press}
          onBlur={does.close}
        />
      </div>
      <div
        {...parts.list}
        role="listbox"
        className="cad-lookup-lines"
        aria-label={`${label}: what was found`}
        hidden={!open || found.length === 0}
      >
        {found.map((line, i) => (
          <Line
            key={line.key}
            option={parts.option(i, i === active)}
            line={line}
            onChoose={() => does.choose(line)}
          />
        ))}
      </div>
      <span className="cad-visually-hidden" role="status">
        {open ? (found.length === 1 ? '1 suggestion' : `${found.length} suggestions`) : ''}
      </span>
      {open && found.length === 0 ? <p className="cad-lookup-lines cad-lookup-empty">No matches</p> : null}
    </search>
  );
}

function Line({
  option,
  line,
  onChoose,
}: {
  /** What it says of itself as an option. */
  readonly option: object;
  readonly line: Found;
  readonly onChoose: () => void;
}) {
  const content = (
    <>
      <ShellIcon paths={line.icon} />
      {line.name === null ? <span className="cad-visually-hidden">{line.kind}</span> : null}
      {line.id === null ? null : <span className="cad-lookup-id">{line.name ?? line.id}</span>}
      {line.blurb === null ? null : <span className="cad-lookup-blurb">{line.blurb}</span>}
    </>
  );
  const shared = { ...option, role: 'option', tabIndex: -1, className: 'cad-lookup-line' };
  if (line.to !== null)
    return (
      <Link {...shared} to={line.to} title={line.blurb ?? undefined}>
        {content}
      </Link>
    );
  return (
    <button
      {...shared}
      type="button"
      title={line.blurb ?? undefined}
      aria-disabled={line.id !== null}
      onClick={onChoose}
    >
      {content}
    </button>
  );
}

import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js';
import { type KeyboardEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import { ShellIcon } from '../shell-icon.tsx';
import { useKnownRoute } from '../use-known-route.ts';
import { type Found, moveActive } from './found.ts';
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
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!open) return;
      event.preventDefault();
      does.setActive(moveActive(active, found.length, event.key));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const line = open ? found[active] : undefined;
      if (line) does.choose(line);
      else does.submit();
    } else if (event.key === 'Escape' && (open || term !== '')) {
      event.preventDefault();
      event.stopPropagation();
      if (open) does.close();
      else does.type('');
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
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="ID or address"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-lines`}
          aria-activedescendant={open && found[active] ? `${id}-${active}` : undefined}
          aria-busy={busy}
          data-quick-search={shortcut ? '' : undefined}
          value={term}
          onChange={(event) => does.type(event.target.value)}
          onKeyDown={press}
          onBlur={does.close}
        />
      </div>
      {/* A press on a line must not take the focus, which would close the lines before the click. */}
      <div
        id={`${id}-lines`}
        className="cad-lookup-lines"
        role="listbox"
        aria-label={`${label}: what was found`}
        hidden={!open || found.length === 0}
        onPointerDown={(event) => event.preventDefault()}
      >
        {found.map((line, i) => (
          <Line
            key={line.key}
            id={`${id}-${i}`}
            line={line}
            active={i === active}
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
  id,
  line,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly line: Found;
  readonly active: boolean;
  readonly onChoose: () => void;
}) {
  const content = (
    <>
      <ShellIcon paths={line.icon} />
      <span className="cad-visually-hidden">{line.kind}</span>
      {line.id === null ? null : <span className="cad-lookup-id">{line.id}</span>}
      <span className="cad-lookup-blurb">{line.blurb}</span>
    </>
  );
  const shared = {
    id,
    className: 'cad-lookup-line',
    role: 'option',
    tabIndex: -1,

    'aria-selected': active,
  };
  if (line.to !== null)
    return (
      <Link {...shared} to={line.to} title={line.blurb}>
        {content}
      </Link>
    );
  return (
    <button {...shared} type="button" title={line.blurb} aria-disabled={line.id !== null} onClick={onChoose}>
      {content}
    </button>
  );
}

import { type ReactNode, useId, useState } from 'react';
import { everything } from '#src/core/page-address.ts';
import type { Memory } from '#src/render/block-props.ts';
import { useWorkspace } from '#src/render/ports.tsx';
import { useReferenceList } from '#src/render/reference.ts';

/** What was chosen last for each entity: on any page, else on this one; else everything. */
export function useChosen(
  entities: readonly string[],
  memory: Memory,
  first: string | null,
): readonly [{ readonly [entity: string]: string }, (entity: string, value: string) => void] {
  const [changed, setChanged] = useState<{ readonly [entity: string]: string }>({});
  const chosen = Object.fromEntries(
    entities.map((entity) => {
      const remembered = memory.get(`chosen.${entity}`);
      return [entity, changed[entity] ?? first ?? (typeof remembered === 'string' ? remembered : everything)];
    }),
  );
  const workspace = useWorkspace();
  const choose = (entity: string, value: string) => {
    if (entity === 'district') workspace.remember({ district: value === everything ? null : value });
    setChanged((before) => ({ ...before, [entity]: value }));
    memory.set(`chosen.${entity}`, value);
  };
  return [chosen, choose];
}

/** Chooses the thing that the tiles below are opened for, e.g. a branch or a town. */
export function EntityPicker({
  entity,
  value,
  onChange,
}: {
  readonly entity: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  // A reference list bears the plural of its entity.
  const { rows, failed } = useReferenceList(`${entity}s`);
  const listed = rows.filter((row) => row.active !== false);
  const unknown = value !== everything && !listed.some((row) => row.code === value);
  return (
    <p className="cad-tiles-picker">
      <label htmlFor={id}>{entity.charAt(0).toUpperCase() + entity.slice(1)}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value={everything}>All my {entity}s</option>
        {unknown ? <option value={value}>{value}</option> : null}
        {listed.map((row) => (
          <option key={row.code} value={row.code}>
            {row.label === row.code ? row.code : `${row.code} ${row.label}`}
          </option>
        ))}
      </select>
      {failed ? (
        <span className="cad-muted">The list could not be loaded; the pages open for all.</span>
      ) : null}
    </p>
  );
}

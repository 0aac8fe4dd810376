import { useState } from 'react';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { asFailure } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import { type Definition, differenceOf, type Version } from './answers.ts';
import { DifferenceView } from './difference-view.tsx';

interface Side {
  readonly id: string;
  readonly label: string;
}

export function sidesOf(definition: Definition, versions: readonly Version[]): readonly Side[] {
  return [
    ...(definition.file === null ? [] : [{ id: 'file', label: 'File' }]),
    ...(definition.draft ? [{ id: 'draft', label: 'Draft' }] : []),
    { id: 'published', label: 'In force' },
    ...versions
      .filter(({ hasText }) => hasText)
      .map(({ version }) => ({ id: String(version), label: `Version ${version}` })),
  ];
}

/** Two states of the definition side by side, in sentences and in lines. */
export function DifferencePanel({
  definition,
  versions,
  unsaved,
  revision,
}: {
  readonly definition: Definition;
  readonly versions: readonly Version[];
  readonly unsaved: boolean;
  readonly revision: number;
}) {
  const api = useApi();
  const sides = sidesOf(definition, versions);
  const known = (id: string) => sides.some((side) => side.id === id);
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({});
  const from =
    chosen.from && known(chosen.from)
      ? chosen.from
      : definition.draft
        ? 'published'
        : (sides[0]?.id ?? 'published');
  const to = chosen.to && known(chosen.to) ? chosen.to : definition.draft ? 'draft' : 'published';
  const { data, error, mutate } = useSWR(
    ['difference', definition.path, from, to, revision],
    async () =>
      differenceOf(await call(api, 'studio.difference', { query: { path: definition.path, from, to } })),
    { revalidateOnFocus: false },
  );
  const select = (label: string, value: string, onChange: (value: string) => void) => (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {sides.map((side) => (
          <option key={side.id} value={side.id}>
            {side.label}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="cad-difference-panel">
      <div className="cad-preview-bar">
        {select('From', from, (value) => setChosen({ ...chosen, from: value }))}
        {select('To', to, (value) => setChosen({ ...chosen, to: value }))}
      </div>
      {unsaved ? <p className="cad-muted">What is not saved as a draft yet is not compared.</p> : null}
      {error ? (
        <ErrorCard
          title="The difference could not be told"
          failure={asFailure(error)}
          onRetry={() => void mutate()}
        />
      ) : data ? (
        <DifferenceView difference={data} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

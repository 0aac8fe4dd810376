// The page that the browser tests of inputs open: every input with a label, what it holds beside it, and one in a dialog.
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { WidgetPart } from '#src/render/parts.tsx';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { TodayProvider } from '#src/render/today.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { widgets } from '#src/widgets/index.ts';
import '@blueprintjs/core/lib/css/blueprint.css';
import '#src/app/theme.css';

interface Sample {
  readonly type: string;
  readonly name: string;
  readonly value?: unknown;
  readonly more?: Partial<WidgetProps>;
}

const genres = [
  { code: 'N', label: 'Novel' },
  { code: 'P', label: 'Poems' },
];

const samples: readonly Sample[] = [
  { type: 'area', name: 'Area', more: { options: { withUnit: true } } },
  { type: 'area-range', name: 'Areas' },
  { type: 'currency', name: 'Price' },
  { type: 'currency-range', name: 'Prices' },
  { type: 'date', name: 'Day', value: '2024-02-28' },
  { type: 'date-range', name: 'Days' },
  { type: 'text', name: 'Upper', more: { options: { upper: true } } },
  { type: 'code', name: 'Genre', more: { codes: genres } },
  { type: 'code', name: 'Nothing', more: { codes: [] } },
  { type: 'codes', name: 'Genres', more: { codes: genres, many: true } },
  { type: 'reference', name: 'Shelf', more: { options: { list: 'shelves' } } },
  { type: 'district', name: 'District', more: { options: { list: 'shelves' } } },
  { type: 'users', name: 'Reader' },
  { type: 'day', name: 'Day of month' },
  { type: 'month', name: 'Month' },
  { type: 'trend', name: 'Trend', value: 3 },
  { type: 'base-year', name: 'Year', value: '2024-07-01' },
];

const answers: { readonly [operation: string]: unknown } = {
  'reference.lists': { shelves: [{ code: 'A1', name: 'Shelf A1' }] },
  'user.list': [{ id: 3, full_name: 'Ann Reader', valuer: true, active: true }],
};
const refuse = () => Promise.reject(new Error('The page calls nothing else.'));
const api: ApiPort = {
  base: '/api',
  call: async (operation) => answers[operation],
  upload: refuse,
  file: refuse,
};
const registries = { blocks: new Map(), widgets, actions: new Map() };

function Input({ sample }: { readonly sample: Sample }) {
  const { type, name, value: first = null, more } = sample;
  const id = name.toLowerCase().replaceAll(' ', '-');
  const [held, setHeld] = useState<{ readonly value: unknown; readonly problem?: string | undefined }>({
    value: first,
  });
  return (
    <div>
      <label htmlFor={id}>{name}</label>
      <WidgetPart
        type={type}
        id={id}
        name={id}
        label={name}
        value={held.value}
        onChange={(value, problem) => setHeld({ value, problem })}
        disabled={false}
        readOnly={false}
        required={false}
        invalid={held.problem !== undefined}
        describedBy={held.problem === undefined ? undefined : `${id}-problem`}
        options={{}}
        codes={null}
        many={false}
        {...more}
      />
      <output data-held={name}>{JSON.stringify(held.value)}</output>
      {held.problem === undefined ? null : <p id={`${id}-problem`}>{held.problem}</p>}
    </div>
  );
}

function Modal() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => (open ? dialog.current?.showModal() : undefined), [open]);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open dialog
      </button>
      {open ? (
        <dialog ref={dialog} aria-label="Loan" className="cad-dialog" onClose={() => setOpen(false)}>
          <Input sample={{ type: 'date', name: 'Due', value: '2024-02-28' }} />
        </dialog>
      ) : null}
    </>
  );
}

const place = document.getElementById('root');
if (place)
  createRoot(place).render(
    <PortsProvider api={api} registries={registries}>
      <TodayProvider value="2024-03-31">
        <main style={{ display: 'grid', gap: 12, padding: 16, maxWidth: 420 }}>
          <h1>Inputs</h1>
          {samples.map((sample) => (
            <Input key={sample.name} sample={sample} />
          ))}
          <Modal />
        </main>
      </TodayProvider>
    </PortsProvider>,
  );

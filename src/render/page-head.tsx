import { type ReactNode, useState } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { LinkedButton } from '#src/core/linked.ts';
import { Icon } from './icon.tsx';
import { useReferenceList } from './reference.ts';

export interface Chip {
  readonly id: string;
  readonly title: string;
  readonly value: string;
  /** The reference list that names the value, for a code that few know by heart. */
  readonly list?: string | undefined;
}

/** What a chip says: its value, and beside a code the name that the list has for it. */
export function ChipValue({ chip: { value, list } }: { readonly chip: Chip }) {
  return list === undefined ? <b>{value}</b> : <NamedValue code={value} list={list} />;
}

function NamedValue({ code, list }: { readonly code: string; readonly list: string }) {
  const { rows } = useReferenceList(list);
  const name = rows.find((row) => row.code === code)?.label;
  return <b>{name === undefined ? code : `${code} ${name}`}</b>;
}

/** As many as stand beside a title and two buttons at 1280 px with the menu pinned. */
const fewChips = 2;

const dataNames = {
  real: 'Real data',
  synthetic: 'Synthetic data',
  both: 'Real and synthetic data',
} as const;

type MakeDocument = (format: 'pdf' | 'xlsx') => Promise<void>;

const documents = [
  { format: 'pdf', label: 'PDF', icon: 'document', title: 'The page as a PDF, with these filters' },
  { format: 'xlsx', label: 'XLSX', icon: 'th', title: 'The page as a workbook, a sheet a part' },
] as const;

/** The one line every page begins with: title, context chips, actions at the right. */
export function PageHead({
  title,
  steps = null,
  chips,
  editing,
  editor,
  onChip,
  otherData,
  onWorkingData,
  runAt,
  onRun,
  filters,
  buttons,
  onButton,
  onDocument,
}: {
  readonly title: string;
  /** The way through the result that led here. */
  readonly steps?: ReactNode;
  readonly chips: readonly Chip[];
  /** The chip whose parameter is being changed, and what it is changed with. */
  readonly editing: string | null;
  readonly editor: ReactNode;
  readonly onChip: (id: string) => void;
  /** Data that the address names and that is not what the person works with; null where the page shows the latter. */
  readonly otherData: 'real' | 'synthetic' | 'both' | null;
  readonly onWorkingData: () => void;
  /** When the report's rows were made; null where the page shows none. */
  readonly runAt: string | null;
  readonly onRun: () => void;
  /** The folded bar of filters; null where the screen has none. */
  readonly filters: { readonly open: boolean; readonly toggle: () => void } | null;
  readonly buttons: readonly {
    readonly button: LinkedButton;
    readonly label: string;
    readonly enabled: boolean;
  }[];
  readonly onButton: (button: LinkedButton) => void;
  /** Makes a PDF or a workbook of the page; null where it is not made for paper. */
  readonly onDocument: MakeDocument | null;
}) {
  const [making, setMaking] = useState<'pdf' | 'xlsx' | null>(null);
  const makeDocument = async (make: MakeDocument, format: 'pdf' | 'xlsx') => {
    setMaking(format);
    await make(format).finally(() => setMaking(null));
  };
  const context = (
    <div className="cad-chips">
      {chips.map((chip) => (
        <span key={chip.id} className="cad-chip-place">
          <button
            type="button"
            className="cad-chip"
            data-chip={chip.id}
            aria-haspopup="dialog"
            aria-expanded={editing === chip.id}
            onClick={() => onChip(chip.id)}
            title={`Change ${chip.title}`}
          >
            {chip.title}: <ChipValue chip={chip} />
          </button>
          {editing === chip.id ? editor : null}
        </span>
      ))}
      {otherData === null ? null : (
        <button
          type="button"
          className="cad-chip cad-chip-synthetic"
          onClick={onWorkingData}
          title="The address names this data. Show the data that you work with"
        >
          {dataNames[otherData]}
        </button>
      )}
      {runAt === null ? null : (
        <button type="button" className="cad-chip" onClick={onRun} title="Run the report again">
          Run at <b>{clockOf(runAt)}</b>
        </button>
      )}
    </div>
  );
  const actions = (
    <div className="cad-page-actions">
      {filters ? (
        <button type="button" className="cad-button" aria-expanded={filters.open} onClick={filters.toggle}>
          <Icon name="filter" /> Filters
        </button>
      ) : null}
      {onDocument
        ? documents.map(({ format, label, icon, title: about }) => (
            <button
              key={format}
              type="button"
              className="cad-button"
              disabled={making !== null}
              title={about}
              onClick={() => void makeDocument(onDocument, format)}
            >
              <Icon name={icon} /> {making === format ? 'Making…' : label}
            </button>
          ))
        : null}
      {buttons.map(({ button, label, enabled }) => (
        <button
          key={button.id}
          type="button"
          className={`cad-button${button.intent === 'primary' ? ' cad-primary' : button.intent === 'danger' ? ' cad-danger' : ''}`}
          disabled={!enabled}
          onClick={() => onButton(button)}
        >
          {button.icon ? <Icon name={button.icon} /> : null} {label}
        </button>
      ))}
    </div>
  );
  // Many chips stand on a line of their own, under the title and its actions.
  const crowded = chips.length > fewChips;
  return (
    <div className="cad-page-head" data-crowded={crowded}>
      <h1>{title}</h1>
      {steps}
      {crowded ? actions : context}
      {crowded ? context : actions}
    </div>
  );
}

/** The time of day; a run is kept for minutes, so its day is today. */
function clockOf(moment: string): string {
  return formatValue('datetime', moment).split(' ').at(-1) ?? moment;
}

// A combobox whose list the server finds: a record is chosen by a few letters, or typed by its number.
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useRecordName } from '#src/render/record-names.ts';
import { useCombobox } from '#src/render/use-combobox.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { ComboboxFrame, NoOptions } from '../combobox-frame.tsx';
import { ChosenRecord, ChosenRecords } from './chosen-records.tsx';
import { chosenNumbers, typedNumbers } from './numbers.ts';
import { type Found, useFound } from './use-found.ts';
import './record.css';

export function RecordWidget({ many, value, onChange, ...props }: WidgetProps) {
  const list = typeof props.options.list === 'string' ? props.options.list : '';
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  // What was chosen before anything was typed: numbers count from their first digit, letters only when one is chosen.
  const before = useRef<readonly number[]>([]);
  // Enter came before the answer: the first that is found is taken.
  const hurried = useRef(false);
  const input = useRef<HTMLInputElement>(null);

  const chosen = chosenNumbers(value);
  const [one] = chosen;
  const single = many || one === undefined ? null : { list, id: one };
  const name = useRecordName(single);
  const shut = props.disabled || props.readOnly;
  const found = useFound(list, open ? (typed ?? '') : null);
  const noteId = `${props.id}-record`;

  const give = (ids: readonly number[]) => {
    if (many) onChange(ids.length > 0 ? ids : null);
    else onChange(ids[0] ?? null);
  };
  const show = () => {
    if (shut) return;
    setActive(-1);
    setOpen(true);
  };
  const close = () => {
    hurried.current = false;
    setOpen(false);
    setTyped(null);
  };
  const choose = ({ id }: Found) => {
    const base = typed === null ? chosen : before.current;
    if (!many) give([id]);
    else give(base.includes(id) ? base.filter((other) => other !== id) : [...base, id]);
    close();
  };
  const type = (text: string) => {
    if (typed === null) before.current = chosen;
    hurried.current = false;
    const numbers = typedNumbers(text);
    setTyped(text);
    setOpen(true);
    // Enter after a number keeps the number; after letters it takes the first that was found.
    setActive(numbers || text.trim() === '' ? -1 : 0);
    if (text.trim() === '') give(many ? before.current : []);
    else if (!numbers) give(before.current);
    else if (many) give([...new Set([...before.current, ...numbers])]);
    else if (numbers.length === 1) give(numbers);
  };

  const parts = useCombobox({
    open,
    count: found.items.length,
    active,
    round: false,
    onActive: setActive,
    onOpen: show,
    onChoose: (index) => {
      const item = found.items[index];
      if (found.loading) hurried.current = true;
      else if (item) choose(item);
    },
    onClose: close,
  });
  useEffect(() => {
    if (!hurried.current || found.loading) return;
    hurried.current = false;
    if (open && found.items[0]) choose(found.items[0]);
  });
  const press = (event: KeyboardEvent) => {
    if (shut || parts.press(event)) return;
    if (event.key === 'Enter' && open) {
      // An open list keeps Enter: whoever is choosing does not mean to send the form.
      event.preventDefault();
      if (!typed || typedNumbers(typed)) close();
      else hurried.current = found.loading;
    } else if (event.key === 'Tab') close();
    else if (event.key === 'Backspace' && many && !typed && chosen.length > 0) {
      event.preventDefault();
      give(chosen.slice(0, -1));
    }
  };
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    event.currentTarget.setSelectionRange(0, 0);
    close();
    props.onBlur?.();
  };

  const named = typeof name === 'object' && name ? [name.label, name.text].filter(Boolean).join(' · ') : null;
  const rest = many || one === undefined ? '' : (named ?? String(one));
  const notes = [props.describedBy, name === 'gone' ? noteId : undefined].filter(Boolean).join(' ');
  return (
    <ComboboxFrame
      field={props}
      many={many}
      open={open}
      parts={parts}
      input={input}
      own={{
        value: typed ?? rest,
        placeholder:
          props.placeholder ??
          (many && chosen.length > 0 ? `${chosen.length} chosen` : 'Number or a few letters'),
        'aria-describedby': notes === '' ? undefined : notes,
        'aria-busy': open && found.loading,
        onFocus: (event) => event.currentTarget.select(),
        onClick: () => (open ? undefined : show()),
        onChange: (event) => type(event.target.value),
        onKeyDown: press,
        onBlur: blur,
      }}
      below={
        <>
          {many && chosen.length > 0 ? (
            <ChosenRecords
              label={props.label}
              list={list}
              chosen={chosen}
              onRemove={
                shut
                  ? null
                  : (id) => {
                      give(chosen.filter((other) => other !== id));
                      input.current?.focus();
                    }
              }
            />
          ) : null}
          {single && typed === null ? <ChosenRecord {...single} noteId={noteId} /> : null}
        </>
      }
    >
      <Options found={found} active={setActive} choose={choose} chosen={chosen} option={parts.option} />
    </ComboboxFrame>
  );
}

function Options({
  found,
  active,
  choose,
  chosen,
  option,
}: {
  readonly found: ReturnType<typeof useFound>;
  readonly active: (index: number) => void;
  readonly choose: (item: Found) => void;
  readonly chosen: readonly number[];
  readonly option: ReturnType<typeof useCombobox>['option'];
}) {
  const said = found.failed
    ? 'The records could not be searched. Type again.'
    : found.items.length === 0
      ? found.loading
        ? 'Searching'
        : 'No matches'
      : found.more
        ? 'There are more. Type further letters.'
        : null;
  return (
    <>
      {found.items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input's keys choose, by aria-activedescendant
        <div
          key={item.id}
          role="option"
          tabIndex={-1}
          {...option(index, chosen.includes(item.id))}
          className="cad-option"
          onMouseMove={() => active(index)}
          onClick={() => choose(item)}
        >
          <span className="cad-record-name">{item.label}</span>{' '}
          <span className="cad-record-text">{item.text}</span>
        </div>
      ))}
      {said === null ? null : <NoOptions>{said}</NoOptions>}
    </>
  );
}

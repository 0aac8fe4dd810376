import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { isDay } from '#src/core/day.ts';
import { Icon } from '#src/render/icon.tsx';
import { isKey, useKeys } from '#src/render/keys.ts';
import { calendarKey, dayKeys } from './date-form.ts';
import { ParsedInput, type ParsedInputProps } from './parsed-input.tsx';
import './widgets.css';

// The calendar is larger than all other inputs together, and most days are typed.
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

/** A day that is typed, or picked from a calendar: by its button, or by Alt and the arrow down. */
export const DayInput: ComponentType<ParsedInputProps<string>> = (props) => {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const shut = props.disabled || props.readOnly;
  const label = props.ariaLabel ?? props.label;
  const day = typeof props.value === 'string' && isDay(props.value) ? props.value : null;

  // The focus goes back after the new day was drawn, else the input would begin with the old one.
  const back = useRef(false);
  useEffect(() => {
    if (open || !back.current) return;
    back.current = false;
    document.getElementById(props.id)?.focus();
  }, [open, props.id]);
  const close = () => {
    back.current = true;
    setOpen(false);
  };
  useKeys('Date', shut ? null : [...dayKeys, calendarKey]);
  useLeaving(box, open, { leave: () => setOpen(false), escape: close });

  return (
    <div ref={box}>
      <ParsedInput<string>
        {...props}
        onKey={(event) => {
          if (shut || !isKey(event, calendarKey)) return false;
          setOpen(true);
          return true;
        }}
        after={
          shut ? null : (
            <button
              type="button"
              className="cad-input-button"
              // The keyboard has Alt and the arrow down: a form full of days must not double its stops.
              tabIndex={-1}
              aria-label="Calendar"
              title="Calendar (Alt+↓)"
              aria-keyshortcuts="Alt+ArrowDown"
              aria-haspopup="dialog"
              aria-expanded={open}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => (open ? close() : setOpen(true))}
            >
              <Icon name="calendar" />
            </button>
          )
        }
      />
      {open ? (
        <Suspense fallback={null}>
          <Calendar
            inputId={props.id}
            label={label}
            day={day}
            onPick={(picked) => {
              props.onChange(picked);
              close();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
};

/** Calls back when somebody presses or goes elsewhere, or wants out by Escape. */
function useLeaving(
  box: RefObject<HTMLElement | null>,
  open: boolean,
  exits: { readonly leave: () => void; readonly escape: () => void },
): void {
  const latest = useRef(exits);
  latest.current = exits;
  useEffect(() => {
    if (!open) return;
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) latest.current.leave();
    };
    // Of the whole page: turning to another year takes the day away that held the focus.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around it stays.
      event.preventDefault();
      event.stopPropagation();
      latest.current.escape();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', press, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', press, { capture: true });
    };
  }, [box, open]);
}

import { DatePicker } from '@blueprintjs/datetime';
import { useRef } from 'react';
import { localDate } from '#src/core/dates.ts';
import { dayOfDate } from '#src/core/day.ts';
import { useToday } from '#src/render/today.ts';
import { topLayer, useAbove } from './above.ts';
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css';
import './calendar.css';

const first = new Date(1850, 0, 1);
const last = new Date(2149, 11, 31);

// The calendar counts in local days; noon is on no daylight-saving change.
function localOf(day: string): Date | null {
  const date = localDate(day, 12);
  return date && date >= first && date <= last ? date : null;
}

// Blueprint would fetch a locale from an address that no build has; its own words are English.
const noLocale = async () => undefined;

/** A month to pick a day from, beside its input and above everything, a dialog too. */
export function Calendar({
  inputId,
  label,
  day,
  onPick,
}: {
  readonly inputId: string;
  readonly label: string;
  readonly day: string | null;
  readonly onPick: (day: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const today = useToday();
  const picked = day === null ? null : localOf(day);
  const now = localOf(today) ?? first;

  useAbove(box, inputId, true, false);

  return (
    <div
      ref={box}
      popover={topLayer}
      role="dialog"
      aria-label={`Calendar: ${label}`}
      className="cad-calendar"
    >
      <DatePicker
        value={picked}
        minDate={first}
        maxDate={last}
        {...(picked ? {} : { initialMonth: now })}
        canClearSelection={false}
        highlightCurrentDay
        dateFnsLocaleLoader={noLocale}
        dayPickerProps={{ weekStartsOn: 1, today: now, initialFocus: true, showOutsideDays: false }}
        onChange={(date, byPerson) => {
          // Turning to another month picks its day, too; that is not a choice.
          const day = date && byPerson ? dayOfDate(date) : null;
          if (day !== null) onPick(day);
        }}
      />
    </div>
  );
}

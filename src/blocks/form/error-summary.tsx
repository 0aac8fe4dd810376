import { type ReactNode, useEffect, useRef } from 'react';

export interface SummaryEntry {
  readonly message: string;
  /** Where to go; null where no field of the form is meant. */
  readonly place: string | null;
}

/** What stopped the save, at the top and in focus, with a way to each field. */
export function ErrorSummary({
  heading,
  level,
  entries,
  attempt,
  onVisit,
  children,
}: {
  readonly heading: string;
  readonly level: 'error' | 'warning';
  readonly entries: readonly SummaryEntry[];
  /** Counts the tries: each new one takes the focus here. */
  readonly attempt: number;
  readonly onVisit: (place: string) => void;
  readonly children?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the try, not the entries
  useEffect(() => {
    box.current?.focus();
  }, [attempt]);
  if (entries.length === 0) return null;
  return (
    <div ref={box} className="cad-form-summary" data-level={level} role="alert" tabIndex={-1}>
      <strong>{heading}</strong>
      <ul>
        {entries.map(({ message, place }) => (
          <li key={`${place}${message}`}>
            {place ? (
              <button type="button" className="cad-link-button" onClick={() => onVisit(place)}>
                {message}
              </button>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

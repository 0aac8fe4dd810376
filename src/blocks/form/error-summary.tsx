import { useEffect, useRef } from 'react';

export interface SummaryEntry {
  readonly message: string;
  /** Id of the input to go to; null where no field of the form is meant. */
  readonly input: string | null;
}

/** What stopped the save, at the top and in focus, with a way to each field. */
export function ErrorSummary({
  entries,
  attempt,
  onVisit,
}: {
  readonly entries: readonly SummaryEntry[];
  /** Counts the tries: each new one takes the focus here. */
  readonly attempt: number;
  readonly onVisit: (input: string) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the try, not the entries
  useEffect(() => {
    place.current?.focus();
  }, [attempt]);
  if (entries.length === 0) return null;
  return (
    <div ref={place} className="cad-form-summary" role="alert" tabIndex={-1}>
      <strong>
        {entries.length === 1 ? 'Not saved' : `Not saved: ${entries.length} things need attention`}
      </strong>
      <ul>
        {entries.map(({ message, input }) => (
          <li key={`${input}${message}`}>
            {input ? (
              <button type="button" className="cad-link-button" onClick={() => onVisit(input)}>
                {message}
              </button>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

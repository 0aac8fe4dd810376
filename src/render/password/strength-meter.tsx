import './strength-meter.css';

const levels = ['Very weak', 'Weak', 'Moderate', 'Strong', 'Very strong'] as const;

/** Strength of a password from 0 to 4 in a word and a bar; nothing while it is not known. */
export function StrengthMeter({ level }: { readonly level: number | null }) {
  return level === null ? null : (
    <p className="cad-strength" data-level={level} role="status">
      <span aria-hidden="true" className="cad-strength-bar" />
      {levels[level]}
    </p>
  );
}

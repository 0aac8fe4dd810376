// A line of a few steps, the size of a word. Drawn here and not by the charts' library: that weighs more than the whole
// page which a person sees first, for one path. Colours are the charts' own.
import type { ReactNode } from 'react';
import type { Step } from './stat-value.ts';

const width = 96;
const height = 32;
// Room for half a stroke and the mark at the end.
const margin = 4;

export interface Line {
  /** Where the line runs; a gap begins a new part. */
  readonly path: string;
  readonly end: { readonly x: number; readonly y: number } | null;
  /** Heights of the limits that stand in the picture. */
  readonly limits: readonly number[];
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** The steps and limits in one scale, each step as far from the last. */
export function lineOf(values: readonly (number | null)[], limits: readonly number[]): Line {
  const known = [...values.filter((value) => value !== null), ...limits];
  const low = Math.min(...known);
  const high = Math.max(...known);
  const x = (i: number) =>
    rounded(
      margin + (values.length < 2 ? width - 2 * margin : (i * (width - 2 * margin)) / (values.length - 1)),
    );
  const y = (value: number) =>
    rounded(
      high === low ? height / 2 : height - margin - ((value - low) * (height - 2 * margin)) / (high - low),
    );
  let pen = 'M';
  let path = '';
  let end: Line['end'] = null;
  for (const [i, value] of values.entries()) {
    if (value === null) {
      pen = 'M';
      continue;
    }
    path += `${pen}${x(i)} ${y(value)}`;
    pen = 'L';
    end = { x: x(i), y: y(value) };
  }
  return { path, end, limits: limits.map(y) };
}

export function Sparkline({
  steps,
  limits,
  label,
}: {
  readonly steps: readonly Step[];
  readonly limits: readonly number[];
  readonly label: string;
}): ReactNode {
  const line = lineOf(
    steps.map(({ value }) => value),
    limits,
  );
  if (line.end === null) return null;
  return (
    <svg
      className="cad-stat-line"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <title>{label}</title>
      {line.limits.map((at) => (
        <line key={at} className="cad-stat-limit" x1={0} x2={width} y1={at} y2={at} />
      ))}
      <path d={line.path} />
      <circle cx={line.end.x} cy={line.end.y} r={2.5} />
    </svg>
  );
}

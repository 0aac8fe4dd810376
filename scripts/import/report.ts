import type { WriteStream } from 'node:tty';
import type { ImportProgress } from '#server/import/import-options.ts';
import { type FileOutcome, type ImportSummary, notesOf } from '#server/import/summary.ts';

const number = (value: number) => value.toLocaleString('en-AU');

/** One line that is written over, on a terminal; a line now and then elsewhere. */
export function progressLine(stream: WriteStream | NodeJS.WriteStream) {
  let shown = 0;
  const live = stream.isTTY === true;
  return {
    show: (progress: ImportProgress) => {
      const now = performance.now();
      if (now - shown < (live ? 100 : 2000)) return;
      shown = now;
      const text = `${number(progress.files)} of ${number(progress.filesFound)} files, ${number(progress.records)} sales`;
      stream.write(live ? `\r\u001b[K${text}` : `${text}\n`);
    },
    say: (text: string) => void stream.write(live ? `\r\u001b[K${text}\n` : `${text}\n`),
    end: () => void (live && stream.write('\r\u001b[K')),
  };
}

/** The run in a dozen lines: files by state, sales by what became of them, and why files failed. */
export function summaryTable(summary: ImportSummary, dryRun: boolean, seconds: number): string {
  const files = (state: FileOutcome['state']) => summary.files.filter((file) => file.state === state);
  const rows: readonly (readonly [string, number])[] = [
    [dryRun ? 'Files read' : 'Files imported', files(dryRun ? 'dry_run' : 'done').length],
    ['Files seen before', files('seen').length],
    ['Files refused', files('failed').length],
    ['Sales read', summary.counts.read],
    [dryRun ? 'would be new' : 'new', summary.counts.new],
    [dryRun ? 'would change' : 'changed', summary.counts.changed],
    [dryRun ? 'would conflict' : 'in conflict', summary.counts.conflict],
    ['the same', summary.counts.same],
  ];
  const width = Math.max(...rows.map(([title]) => title.length)) + 2;
  const lines = rows.map(([title, count]) => `${title.padEnd(width)}${number(count).padStart(10)}`);
  const failed = files('failed');
  const problems = failed.slice(0, 20).map((file) => `  ${file.problem}`);
  const more =
    failed.length > problems.length ? [`  … and ${failed.length - problems.length} more, see the log`] : [];
  const rate =
    summary.counts.read > 0 ? `, ${number(Math.round(summary.counts.read / seconds))} sales a second` : '';
  return [
    ...lines,
    ...problems,
    ...more,
    ...notesOf(summary).map((note) => `  ${note}`),
    ...(summary.cancelled ? ['Stopped before the end; what was imported is kept.'] : []),
    ...(dryRun ? ['Nothing was changed.'] : []),
    `${seconds.toFixed(1)} s in all${rate}.`,
    '© Crown in right of New South Wales through the Valuer General, where the files are the published sales.',
  ].join('\n');
}

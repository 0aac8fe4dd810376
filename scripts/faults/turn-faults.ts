// Fair turns, and work that ends when nobody waits.
import { reportFiles } from '#tests/support/report-files.ts';
import { pause } from '../kill/office.ts';
import { demand, type Fault } from './fault.ts';
import type { FaultOffice } from './fault-office.ts';

const slow = 'select count(*) as id from (select generate_series(1, 40000000000)) g';
const leaving = 40;
const halfSent = 200;

/** One that runs anew for each of its parameter's values. */
function slowerFiles() {
  const files = reportFiles(
    'slower',
    'select count(*) + :n::integer as id from (select generate_series(1, 50000000000)) g',
    ['id'],
  );
  const path = 'screens/report/slower.json';
  const params = [{ id: 'n', type: 'integer', default: 0 }];
  return { ...files, [path]: JSON.stringify({ ...JSON.parse(files[path] ?? '{}'), params }) };
}

/** How many statements with these words run. */
async function running(office: FaultOffice, words: string): Promise<number> {
  const [row] = await office.sql(
    `select count(*)::integer as n from pg_stat_activity
     where state = 'active' and pid <> pg_backend_pid() and strpos(query, '${words}') > 0`,
  );
  return (row as { readonly n: number } | undefined)?.n ?? 0;
}

/** What a time limit of its own would end later than this was ended. */
async function endsSoon(office: FaultOffice, words: string): Promise<void> {
  for (let i = 0; i < 50; i++) {
    if ((await running(office, words)) === 0) return;
    await pause(100);
  }
  throw new Error(`${await running(office, words)} statements go on though nobody waits.`);
}

async function answersOthers(office: FaultOffice): Promise<void> {
  const from = performance.now();
  const { status } = await office.call('GET', '/useroptions');
  demand(status === 200, `Another request answered ${status}.`);
  demand(performance.now() - from < 3_000, 'Another request waited for more than 3 s.');
}

export const turnFaults: readonly Fault[] = [
  {
    name: `${leaving} clients that ask for an endless report and leave`,
    files: reportFiles('slow', slow, ['id']),
    run: async (office) => {
      const left = Array.from({ length: leaving }, (_, i) =>
        office.call('POST', '/query', { screen: 'report/slow', source: 'rows' }, 500 + 20 * i),
      );
      await answersOthers(office);
      await Promise.allSettled(left);
      await endsSoon(office, '40000000000');
    },
  },
  {
    name: 'more endless reports than there are places in line',
    files: slowerFiles(),
    run: async (office) => {
      const answers = Array.from({ length: 60 }, (_, i) =>
        office.call('POST', '/query', { screen: 'report/slower', source: 'rows', params: { n: i } }, 8_000),
      );
      await pause(1_000);
      await answersOthers(office);
      const settled = await Promise.allSettled(answers);
      const worst = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.status] : []));
      demand(!worst.some((status) => status >= 500), `Answers were ${worst.join(' ')}.`);
      await endsSoon(office, '50000000000');
    },
  },
  {
    name: `${halfSent} bodies that are half sent`,
    run: async (office) => {
      const head = `POST /api/query HTTP/1.1\r\nhost: x\r\nauthorization: JWT ${office.token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":`;
      const ended = Array.from({ length: halfSent }, () => office.untilClosed(head));
      await answersOthers(office);
      const answers = await Promise.all(ended);
      const wrong = answers.filter((answer) => !answer.includes('HTTP/1.1 408'));
      demand(wrong.length === 0, `${wrong.length} were not answered with 408: ${wrong[0]?.slice(0, 100)}`);
    },
  },
  {
    name: 'a file of 100,000 long rows, left ten times and then fetched from the middle on',
    run: async (office) => {
      const wish = { screen: 'long', source: 'rows', format: 'csv', block: 'list' };
      const { status, body } = await office.call('POST', '/query/export/jobs', wish);
      demand(status < 300, `The file was not begun: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      const path = `/documents/${String(body.job)}/file`;
      let length = 0;
      for (let i = 0; i < 600 && length === 0; i++) {
        const answer = await office.fetch(path, { headers: { range: 'bytes=0-9' } });
        await answer.arrayBuffer();
        length = Number(answer.headers.get('content-range')?.split('/')[1] ?? 0);
        if (length === 0) await pause(200);
      }
      demand(length > 100_000_000, `The file has ${length} bytes.`);
      for (let i = 0; i < 10; i++) {
        const answer = await office.fetch(path);
        await answer.body?.getReader().read();
        await answer.body?.cancel().catch(() => undefined);
      }
      const from = Math.floor(length / 2);
      const rest = await office.fetch(path, { headers: { range: `bytes=${from}-` } });
      let fetched = 0;
      for await (const chunk of rest.body ?? []) fetched += chunk.length;
      demand(fetched === length - from, `${fetched} bytes came of ${length - from}.`);
      await answersOthers(office);
    },
  },
  {
    name: 'options of one user without end',
    run: async (office) => {
      let refused = 0;
      for (let i = 0; i < 60; i++) {
        const { status } = await office.call('PUT', '/useroptions', { [`fault.${i}`]: 'x'.repeat(100_000) });
        demand(status < 500, `An option answered ${status}.`);
        if (status === 422) refused += 1;
      }
      const names = Array.from({ length: 60 }, (_, i) => [`fault.${i}`, null]);
      await office.call('PUT', '/useroptions', Object.fromEntries(names));
      demand(refused > 30, `Only ${refused} of 60 were refused.`);
    },
  },
];
